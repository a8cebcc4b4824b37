import * as path from "node:path";
import type { Place } from "./place.ts";

/** An entry of a tree beside the code. */
export interface TreeEntry {
  label: string;
  description?: string;
  tooltip?: string;
  /** The name of one of VS Code's icons. */
  icon?: string;
  /** Where a click leads. */
  place?: Place;
  children: TreeEntry[];
  /** Whether the children are shown at first. */
  open?: boolean;
}

/** The name of a place as a tree shows it. */
export function shortPlace(place: Place, folder: string): string {
  const relative = path.relative(folder, place.file);
  const name = relative.startsWith("..") ? path.basename(place.file) : relative;
  return `${name}:${place.line}`;
}
