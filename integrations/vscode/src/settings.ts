import * as path from "node:path";

/** The settings of the user, with variables replaced. */
export interface Settings {
  serverEnabled: boolean;
  serverPath: string;
  serverArguments: string[];
  toolPath: string;
  environment: Record<string, string>;
  compileCommandsFolder: string;
  fallbackFlags: string[];
  knowledgeBase: string[];
  driver: string;
  mode: string;
  level: string;
  graphMerged: boolean;
  baselineFindings: string;
  baselineFunctions: string;
}

/** Where names in settings begin. */
export interface Surroundings {
  /** The folder of the workspace, or the folder of the file if there is none. */
  folder: string;
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The names of the settings in package.json, without "cudaCapture.". */
export const settingKeys = {
  serverEnabled: "server.enabled",
  serverPath: "server.path",
  serverArguments: "server.arguments",
  toolPath: "tool.path",
  environment: "environment",
  compileCommandsFolder: "compileCommandsFolder",
  fallbackFlags: "fallbackFlags",
  knowledgeBase: "knowledgeBase",
  driver: "driver",
  mode: "mode",
  level: "level",
  graphMerged: "graph.merged",
  baselineFindings: "baseline.findings",
  baselineFunctions: "baseline.functions",
} as const satisfies Record<keyof Settings, string>;

/** Replaces `~` at the beginning, `${workspaceFolder}` and `${env:NAME}`. */
export function expand(text: string, around: Surroundings): string {
  return text
    .replace(/^~(?=$|[/\\])/, () => around.home)
    .replace(/\$\{workspaceFolder\}/g, () => around.folder)
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => around.environment[name] ?? "");
}

/** Reads all settings. A setting of the wrong type counts as absent. */
export function readSettings(get: (key: string) => unknown, around: Surroundings): Settings {
  const string = (key: string) => {
    const value = get(key);
    return typeof value === "string" ? expand(value, around) : "";
  };
  const strings = (key: string) => {
    const value = get(key);
    return Array.isArray(value)
      ? value.filter((v) => typeof v === "string").map((v) => expand(v, around))
      : [];
  };
  // A name that is empty stays empty.
  const file = (key: string) => string(key) && path.resolve(around.folder, string(key));
  const variables = get(settingKeys.environment);
  return {
    serverEnabled: get(settingKeys.serverEnabled) !== false,
    serverPath: string(settingKeys.serverPath) || "cuda-capture-clangd",
    serverArguments: strings(settingKeys.serverArguments),
    toolPath: string(settingKeys.toolPath) || "cuda-capture",
    environment: Object.fromEntries(
      Object.entries(variables && typeof variables === "object" ? variables : {})
        .filter(([, value]) => typeof value === "string")
        .map(([name, value]) => [name, expand(value as string, around)]),
    ),
    compileCommandsFolder: file(settingKeys.compileCommandsFolder),
    fallbackFlags: strings(settingKeys.fallbackFlags),
    knowledgeBase: strings(settingKeys.knowledgeBase).map((name) =>
      path.resolve(around.folder, name),
    ),
    driver: string(settingKeys.driver),
    mode: string(settingKeys.mode) || "global",
    level: string(settingKeys.level),
    graphMerged: get(settingKeys.graphMerged) === true,
    baselineFindings: file(settingKeys.baselineFindings),
    baselineFunctions: file(settingKeys.baselineFunctions),
  };
}
