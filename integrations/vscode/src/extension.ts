import * as vscode from "vscode";
import { GraphPanel } from "./graphPanel.ts";
import { commands } from "./names.ts";
import { Reports } from "./reports.ts";
import { Server } from "./server.ts";
import { Tool } from "./tool.ts";

/** Another extension that starts a language server for the same files. */
const clangdExtension = "llvm-vs-code-extensions.vscode-clangd";

/** Settings that a running server has read. */
const serverSettings = [
  "cudaCapture.server",
  "cudaCapture.environment",
  "cudaCapture.compileCommandsFolder",
  "cudaCapture.fallbackFlags",
];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("CUDA Capture", { log: true });
  const tool = new Tool(log);
  const server = new Server(log);
  const graph = new GraphPanel(tool);
  const reports = new Reports(tool);
  const actions: Record<(typeof commands)[keyof typeof commands], () => unknown> = {
    [commands.showGraph]: () => graph.show(),
    [commands.auditFile]: () => reports.auditFile(),
    [commands.auditProgram]: () => reports.auditProgram(),
    [commands.keepVerdicts]: () => reports.keepVerdicts(),
    [commands.checkProgram]: () => reports.checkProgram(),
    [commands.keepFindings]: () => reports.keepFindings(),
    [commands.restartServer]: () => server.restart(),
    [commands.showLog]: () => log.show(),
  };
  context.subscriptions.push(
    log,
    server,
    graph,
    reports,
    ...Object.entries(actions).map(([name, action]) =>
      vscode.commands.registerCommand(name, action),
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (serverSettings.some((name) => event.affectsConfiguration(name))) void server.restart();
    }),
  );
  void offerOneServer(context);
  await server.start();
}

/** With the extension clangd, two servers would report everything twice. */
async function offerOneServer(context: vscode.ExtensionContext): Promise<void> {
  const key = "toldAboutClangd";
  const own = vscode.workspace.getConfiguration("cudaCapture");
  if (
    !vscode.extensions.getExtension(clangdExtension) ||
    !own.get<boolean>("server.enabled") ||
    context.globalState.get(key)
  )
    return;
  const [one, both] = ["Let clangd Start It", "Keep Both"];
  const chosen = await vscode.window.showWarningMessage(
    "The extension clangd is installed, too, and starts a language server of its own. " +
      "It can start cuda-capture-clangd instead (clangd.path), which does all that clangd does.",
    one,
    both,
  );
  if (!chosen) return;
  await context.globalState.update(key, true);
  if (chosen !== one) return;
  const path = own.get<string>("server.path") || "cuda-capture-clangd";
  await vscode.workspace
    .getConfiguration("clangd")
    .update("path", path, vscode.ConfigurationTarget.Global);
  await own.update("server.enabled", false, vscode.ConfigurationTarget.Global);
}
