import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
} from "vscode-languageclient/node";
import { commands, languages } from "./names.ts";
import { describeExit } from "./programs.ts";
import { serverArguments } from "./toolArguments.ts";
import { environmentOf, findServer, tellMissing, workplaceOf } from "./tool.ts";
import { spawn, type ChildProcess } from "node:child_process";

/** How often a server that crashes is started again before the user decides. */
const maxRestarts = 3;

/** The language server, which is started and stopped with the extension. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private child: ChildProcess | undefined;
  private stopping = false;
  private numRestarts = 0;
  /** What the server wrote at last. */
  private written = "";

  private readonly log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.log = log;
  }

  /** Starts the server if the settings ask for it and it is there. */
  async start(): Promise<void> {
    // Of two restarts at the same time, the first one that gets here starts it.
    if (this.client) return;
    const { folder, settings } = workplaceOf(vscode.window.activeTextEditor?.document.uri);
    if (!settings.serverEnabled) {
      this.log.info("The language server is turned off by cudaCapture.server.enabled.");
      return;
    }
    const found = findServer(settings);
    if ("problem" in found) {
      this.log.error(found.problem);
      void tellMissing(found.problem, "cudaCapture.server.path");
      return;
    }
    const programArguments = serverArguments(settings);
    this.log.info(`${folder}$ ${[found.file, ...programArguments].join(" ")}`);
    this.written = "";
    const server: ServerOptions = () => {
      const child = spawn(found.file, programArguments, {
        cwd: folder,
        env: environmentOf(settings),
      });
      this.child = child;
      child.stderr.on("data", (data: Buffer) => {
        this.written = (this.written + data.toString()).slice(-10_000);
        this.log.append(data.toString());
      });
      child.on("error", (error) => {
        if (child === this.child && !this.stopping) void this.tell(String(error));
      });
      child.on("exit", (code, signal) => {
        if (child === this.child && !this.stopping) void this.ended(code, signal);
      });
      return Promise.resolve(child);
    };
    const client: LanguageClientOptions = {
      documentSelector: languages.map((language) => ({ scheme: "file", language })),
      initializationOptions: { fallbackFlags: settings.fallbackFlags },
      outputChannel: this.log,
      // What happened is told once, by ended().
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
      initializationFailedHandler: () => false,
    };
    this.stopping = false;
    this.client = new LanguageClient("cudaCapture", "CUDA Capture", server, client);
    try {
      await this.client.start();
    } catch (error) {
      this.log.error(`The language server did not start: ${String(error)}`);
    }
  }

  /** Starts the server anew, with the settings as they are now. */
  async restart(): Promise<void> {
    this.numRestarts = 0;
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { client, child } = this;
    this.client = undefined;
    this.child = undefined;
    try {
      await client?.dispose();
    } catch {
      // A server that has not answered yet cannot be asked to end.
      child?.kill();
    }
  }

  dispose(): void {
    void this.stop();
  }

  /** A server that crashes is started again a few times; one that refuses is not. */
  private async ended(code: number | null, signal: string | null): Promise<void> {
    const text = describeExit("cuda-capture-clangd", code, signal, this.written);
    this.log.error(text);
    await this.stop();
    if (signal && this.numRestarts < maxRestarts) {
      ++this.numRestarts;
      await this.start();
      return;
    }
    await this.tell(text);
  }

  private async tell(text: string): Promise<void> {
    const choices = { "Show the Log": commands.showLog, "Start Again": commands.restartServer };
    const chosen = await vscode.window.showErrorMessage(text, ...Object.keys(choices));
    if (chosen) await vscode.commands.executeCommand(choices[chosen as keyof typeof choices]);
  }
}
