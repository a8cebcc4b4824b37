import type { Settings } from "./settings.ts";

/** What a command of `cuda-capture` is about. */
export interface Target {
  /** The source; undefined for all sources of the compile database. */
  source?: string | undefined;
  /** The folder that has the compile database, if there is one. */
  database?: string | undefined;
}

/** The arguments of `cuda-capture-clangd`. */
export function serverArguments(settings: Settings): string[] {
  return settings.compileCommandsFolder
    ? [`--compile-commands-dir=${settings.compileCommandsFolder}`, ...settings.serverArguments]
    : settings.serverArguments;
}

/**
 * The arguments of `cuda-capture graph`.
 * @param name The function to begin at; undefined for all captures of the file.
 */
export function graphArguments(
  settings: Settings,
  target: Target,
  name: string | undefined,
  format: "svg" | "json",
): string[] {
  const region = name ? `${target.source}:${name}` : (target.source ?? "");
  const merged = settings.graphMerged ? ["--merged"] : [];
  return withTarget(
    settings,
    ["graph", `--format=${format}`, ...merged, ...knowledge(settings)],
    target,
    region,
  );
}

/**
 * The arguments of `cuda-capture audit`, which prints JSON.
 * @param baseline The JSON of an earlier audit to compare with.
 */
export function auditArguments(settings: Settings, target: Target, baseline?: string): string[] {
  const against = baseline ? [`--baseline=${baseline}`] : [];
  return withTarget(
    settings,
    [
      "audit",
      "--json",
      `--mode=${settings.mode}`,
      ...against,
      ...knowledge(settings),
      ...driver(settings),
    ],
    target,
    target.source,
  );
}

/** The arguments of `cuda-capture check`, which writes JSON to a file. */
export function checkArguments(
  settings: Settings,
  target: Target,
  files: { json?: string; baseline?: string; writeBaseline?: string },
): string[] {
  const level = settings.level ? [`--level=${settings.level}`] : [];
  return withTarget(
    settings,
    [
      "check",
      ...(files.json ? [`--json=${files.json}`] : []),
      ...(files.baseline ? [`--baseline=${files.baseline}`] : []),
      ...(files.writeBaseline ? [`--write-baseline=${files.writeBaseline}`] : []),
      ...level,
      ...knowledge(settings),
      ...driver(settings),
    ],
    target,
    target.source,
  );
}

function knowledge(settings: Settings): string[] {
  return settings.knowledgeBase.length ? [`--kb=${settings.knowledgeBase.join(";")}`] : [];
}

function driver(settings: Settings): string[] {
  return settings.driver ? [`--driver=${settings.driver}`] : [];
}

/** Adds the source, and where its flags come from. */
function withTarget(
  settings: Settings,
  options: string[],
  target: Target,
  source: string | undefined,
): string[] {
  const sources = source ? [source] : [];
  if (target.database) return [...options, "-p", target.database, ...sources];
  // Flags take the place of a database, and of the flags that the tool assumes.
  const flags = settings.fallbackFlags.length ? ["--", ...settings.fallbackFlags] : [];
  return [...options, ...sources, ...flags];
}
