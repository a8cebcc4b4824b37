import * as path from "node:path";

/** Versions of LLVM that names of installed programs end with, newest first. */
const llvmVersions = ["22", "21", "20", "19"];

/** Where programs are searched. */
export interface SearchPlaces {
  /** The value of PATH. */
  path: string;
  /** Folders before those of PATH. */
  before?: string[];
  isProgram: (file: string) => boolean;
}

export type Found = { file: string } | { problem: string };

/**
 * Finds the program that a setting names: a file, or a name that is searched in
 * PATH, where packages have it with the version of LLVM at its end.
 */
export function findProgram(name: string, setting: string, places: SearchPlaces): Found {
  if (/[/\\]/.test(name)) {
    if (places.isProgram(name)) return { file: name };
    return { problem: `${name}, which the setting ${setting} names, is no program.` };
  }
  const folders = [...(places.before ?? []), ...places.path.split(path.delimiter)].filter(Boolean);
  for (const candidate of [name, ...llvmVersions.map((version) => `${name}-${version}`)]) {
    for (const folder of folders) {
      const file = path.join(folder, candidate);
      if (places.isProgram(file)) return { file };
    }
  }
  return { problem: `${name} is not in PATH.` };
}

/** What a user can do if a program is missing. */
export function remedyForMissing(setting: string): string {
  return `Install cuda-capture-tidy, or let the setting ${setting} name the program.`;
}

/**
 * What to tell about a program that ended although nobody asked it to.
 * @param log What it wrote at last.
 */
export function describeExit(
  program: string,
  code: number | null,
  signal: string | null,
  log: string,
): string {
  const how = signal ? `was ended by ${signal}` : `exited with ${code ?? "an unknown status"}`;
  // Its own word on why, which is the last that it calls an error.
  const errors = log.match(/^.*\berror: .*$/gm);
  const reason = errors?.at(-1)?.replace(/^.*?\berror: /, "");
  return `${program} ${how}` + (reason ? `: ${reason}` : ". Its log may say why.");
}
