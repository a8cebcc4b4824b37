import * as path from "node:path";

/** A place in a file. Lines and columns count from 1, as the programs print them. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Returns the place that a value of the tools' JSON is, if it is one. */
export function placeOf(value: unknown, folder: string): Place | undefined {
  if (!value || typeof value !== "object") return undefined;
  const { file, line, column } = value as Record<string, unknown>;
  if (typeof file !== "string" || !file || typeof line !== "number" || line < 1) return undefined;
  return {
    file: path.resolve(folder, file),
    line,
    column: typeof column === "number" && column > 0 ? column : 1,
  };
}
