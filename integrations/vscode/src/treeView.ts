import * as vscode from "vscode";
import type { Place } from "./place.ts";
import type { TreeEntry } from "./tree.ts";

/** Shows a place in an editor. */
export async function openPlace(place: Place, column?: vscode.ViewColumn): Promise<void> {
  const at = new vscode.Position(place.line - 1, place.column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(place.file), {
    selection: new vscode.Range(at, at),
    ...(column ? { viewColumn: column } : {}),
  });
}

/** Shows entries as a tree in which a click leads to a line. */
export class Tree implements vscode.TreeDataProvider<TreeEntry>, vscode.Disposable {
  private entries: TreeEntry[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<TreeEntry>;

  constructor(id: string) {
    this.view = vscode.window.createTreeView(id, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
  }

  /** Shows other entries. @param what What they are about, above them. */
  show(entries: TreeEntry[], what: string): void {
    this.entries = entries;
    this.view.message = what;
    this.changed.fire();
  }

  getChildren(entry?: TreeEntry): TreeEntry[] {
    return entry ? entry.children : this.entries;
  }

  getTreeItem(entry: TreeEntry): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const state = entry.children.length ? (entry.open ? Expanded : Collapsed) : None;
    const item = new vscode.TreeItem(entry.label, state);
    if (entry.description) item.description = entry.description;
    item.tooltip = entry.tooltip ?? entry.label;
    if (entry.icon) item.iconPath = new vscode.ThemeIcon(entry.icon);
    if (entry.place) {
      const at = new vscode.Position(entry.place.line - 1, entry.place.column - 1);
      item.command = {
        command: "vscode.open",
        title: "Go to the Line",
        arguments: [vscode.Uri.file(entry.place.file), { selection: new vscode.Range(at, at) }],
      };
    }
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }
}
