import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { commands } from "./names.ts";
import { findDatabaseFolder } from "./database.ts";
import { findProgram, remedyForMissing, type Found } from "./programs.ts";
import { run, type Outcome } from "./run.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { Target } from "./toolArguments.ts";

/** A folder to work in, with the settings that hold there. */
export interface Workplace {
  folder: string;
  settings: Settings;
}

/** Returns the folder of the workspace that a file is in, or of the first one. */
export function workplaceOf(file?: vscode.Uri): Workplace {
  const workspace =
    (file && vscode.workspace.getWorkspaceFolder(file)) ?? vscode.workspace.workspaceFolders?.[0];
  const folder = workspace?.uri.fsPath ?? (file ? path.dirname(file.fsPath) : os.homedir());
  const configuration = vscode.workspace.getConfiguration(
    "cudaCapture",
    file ?? workspace?.uri ?? null,
  );
  const around = { folder, home: os.homedir(), environment: process.env };
  return { folder, settings: readSettings((key) => configuration.get(key), around) };
}

/** The environment of our programs. */
export function environmentOf(settings: Settings): Record<string, string | undefined> {
  return { ...process.env, ...settings.environment };
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Finds `cuda-capture-clangd`. */
export function findServer(settings: Settings): Found {
  const places = { path: environmentOf(settings)["PATH"] ?? "", isProgram };
  return findProgram(settings.serverPath, "cudaCapture.server.path", places);
}

/** Finds `cuda-capture`, which is often beside the language server. */
export function findTool(settings: Settings): Found {
  const server = findServer(settings);
  return findProgram(settings.toolPath, "cudaCapture.tool.path", {
    path: environmentOf(settings)["PATH"] ?? "",
    before: "file" in server ? [path.dirname(server.file)] : [],
    isProgram,
  });
}

/** Tells that a program is missing, and offers what helps. */
export async function tellMissing(problem: string, setting: string): Promise<void> {
  const change = "Open the Settings";
  const chosen = await vscode.window.showErrorMessage(
    `${problem} ${remedyForMissing(setting)}`,
    change,
  );
  if (chosen) await vscode.commands.executeCommand("workbench.action.openSettings", setting);
}

/** Returns what a command is about: a source, or the whole program. */
export function targetOf(work: Workplace, source?: string): Target {
  const database =
    work.settings.compileCommandsFolder ||
    findDatabaseFolder(source ?? path.join(work.folder, "any"), fs.existsSync);
  return { source, database };
}

/** Runs `cuda-capture`. */
export class Tool {
  private readonly log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.log = log;
  }

  /**
   * Runs the tool, and tells if it is missing.
   * @returns undefined if it did not run to its end.
   */
  async run(
    work: Workplace,
    toolArguments: readonly string[],
    signal?: AbortSignal,
  ): Promise<Outcome | undefined> {
    const found = findTool(work.settings);
    if ("problem" in found) {
      this.log.error(found.problem);
      void tellMissing(found.problem, "cudaCapture.tool.path");
      return undefined;
    }
    this.log.info(`${work.folder}$ ${[found.file, ...toolArguments].join(" ")}`);
    try {
      const outcome = await run(found.file, toolArguments, {
        folder: work.folder,
        environment: environmentOf(work.settings),
        ...(signal ? { signal } : {}),
      });
      if (outcome.messages.trim()) this.log.info(outcome.messages.trim());
      this.log.info(`exit status ${outcome.status}`);
      return outcome;
    } catch (error) {
      if (!signal?.aborted)
        this.tellFailure(`${found.file} could not be started: ${String(error)}`);
      return undefined;
    }
  }

  /** The same with progress and a button to cancel, for runs that take long. */
  runWithProgress(
    work: Workplace,
    toolArguments: readonly string[],
    title: string,
  ): Thenable<Outcome | undefined> {
    const location = vscode.ProgressLocation.Notification;
    return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return this.run(work, toolArguments, abort.signal);
    });
  }

  /** Tells that something went wrong, and offers the log. */
  tellFailure(text: string): void {
    this.log.error(text);
    void vscode.window.showErrorMessage(text, "Show the Log").then((chosen) => {
      if (chosen) void vscode.commands.executeCommand(commands.showLog);
    });
  }
}

/** The last line of the tool's messages, which says why it failed. */
export function lastMessage(outcome: Outcome): string {
  const lines = outcome.messages.split("\n").filter((line) => line.trim());
  return lines.at(-1) ?? `exit status ${outcome.status}`;
}
