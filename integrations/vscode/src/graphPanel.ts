import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { functionAt, linkItems, type Symbol } from "./graph.ts";
import { renderGraphPage } from "./graphPage.ts";
import { languages } from "./names.ts";
import { openPlace } from "./treeView.ts";
import { lastMessage, targetOf, workplaceOf, type Tool } from "./tool.ts";
import { graphArguments } from "./toolArguments.ts";

/** The page with the graph, beside the code. There is at most one. */
export class GraphPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  /** Whose graph is shown. */
  private source: vscode.Uri | undefined;
  private name: string | undefined;
  private svg: string | undefined;
  private running: AbortController | undefined;
  private readonly subscription: vscode.Disposable;

  private readonly tool: Tool;

  constructor(tool: Tool) {
    this.tool = tool;
    this.subscription = vscode.workspace.onDidSaveTextDocument((document) => {
      // A header counts, too: which files a source includes is not known here.
      if (this.panel && languages.includes(document.languageId)) void this.refresh();
    });
  }

  /** Shows the graphs of the function that the cursor is in. */
  async show(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      void vscode.window.showInformationMessage(
        "Open the source, and put the cursor into the function that begins the capture.",
      );
      return;
    }
    if (editor.document.isDirty) await editor.document.save();
    const { document, selection } = editor;
    this.source = document.uri;
    this.svg = undefined;
    this.name = functionAt(await symbolsOf(document.uri), selection.active.line);
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel(
        "cudaCapture.graph",
        "Graph",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, localResourceRoots: [] },
      );
      this.panel.webview.onDidReceiveMessage((message: { file: string; line: number }) => {
        void openPlace({ ...message, column: 1 }, vscode.ViewColumn.One);
      });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.running?.abort();
      });
    } else {
      this.panel.reveal(undefined, true);
    }
    await this.refresh();
  }

  dispose(): void {
    this.subscription.dispose();
    this.panel?.dispose();
  }

  /** Draws the graph anew. A run that has not ended yet is given up. */
  private async refresh(): Promise<void> {
    const { source } = this;
    if (!source) return;
    this.running?.abort();
    const abort = new AbortController();
    this.running = abort;
    const work = workplaceOf(source);
    const target = targetOf(work, source.fsPath);
    const draw = (name?: string) =>
      this.tool.run(work, graphArguments(work.settings, target, name, "svg"), abort.signal);

    const notes: string[] = [];
    let shown = this.name;
    let outcome = await draw(shown);
    if (shown && outcome?.status === 1 && !outcome.output) {
      notes.push(`${shown} runs no capture. These are all captures of the file.`);
      shown = undefined;
      outcome = await draw();
    }
    if (!outcome || abort.signal.aborted || !this.panel) return;
    this.panel.title = `Graph: ${shown ?? vscode.workspace.asRelativePath(source)}`;
    if (outcome.status !== 0) notes.push(lastMessage(outcome));
    // While the file has errors, the graph as it was is better than none.
    const old = !outcome.output && outcome.status !== 1;
    if (outcome.output) this.svg = linkItems(outcome.output, work.folder);
    else if (!old) this.svg = undefined;
    const nonce = randomBytes(16).toString("hex");
    this.panel.webview.html = renderGraphPage({ svg: this.svg, notes, old }, nonce);
  }
}

/** Asks the language server for the symbols of a file. */
async function symbolsOf(uri: vscode.Uri): Promise<Symbol[]> {
  const found = await vscode.commands.executeCommand<
    (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >("vscode.executeDocumentSymbolProvider", uri);
  return (found ?? []).filter((s) => "children" in s).map(toSymbol);
}

function toSymbol(symbol: vscode.DocumentSymbol): Symbol {
  const { Function, Method, Constructor, Operator } = vscode.SymbolKind;
  return {
    name: symbol.name,
    isFunction: [Function, Method, Constructor, Operator].includes(symbol.kind),
    firstLine: symbol.range.start.line,
    lastLine: symbol.range.end.line,
    children: symbol.children.map(toSymbol),
  };
}
