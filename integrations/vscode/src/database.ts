import * as path from "node:path";

const fileName = "compile_commands.json";

/**
 * Finds the folder with the compile database of a source, as clangd does: in the
 * folders above it, and in their folders `build`. Folders outside of the
 * workspace count, too: the build may be beside it.
 */
export function findDatabaseFolder(
  source: string,
  exists: (file: string) => boolean,
): string | undefined {
  for (let folder = path.dirname(source); ; folder = path.dirname(folder)) {
    for (const candidate of [folder, path.join(folder, "build")])
      if (exists(path.join(candidate, fileName))) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}
