import { escapeXml, withoutProlog } from "./graph.ts";

/** What the page beside the code shows. */
export interface GraphPage {
  /** The picture, whose items are links. */
  svg?: string | undefined;
  /** What the user should know besides, such as why there is no picture. */
  notes: readonly string[];
  /** Whether the picture is that of an earlier state of the file. */
  old?: boolean;
}

// The colours of the picture are variables, which take those of the theme.
const style = `
html:root { color-scheme: normal; }
body { padding: 0 8px; --back: var(--vscode-editor-background);
  --panel: var(--vscode-editor-background); --text: var(--vscode-editor-foreground);
  --soft: var(--vscode-descriptionForeground); --bad: var(--vscode-errorForeground);
  --lane0: var(--vscode-charts-blue); --lane1: var(--vscode-charts-green);
  --lane2: var(--vscode-charts-purple); --lane3: var(--vscode-charts-orange); }
.note { white-space: pre-wrap; margin: 8px 0; padding-left: 8px;
  border-left: 3px solid var(--vscode-editorWarning-foreground); }
.old svg { opacity: 0.5; }
.link { cursor: pointer; outline: none; }
.link:hover text, .link:focus-visible text { text-decoration: underline; }
`;

const script = `
const api = acquireVsCodeApi();
function go(event) {
  const link = event.target.closest("[data-file]");
  if (!link || (event.type === "keydown" && event.key !== "Enter")) return;
  api.postMessage({ file: link.dataset.file, line: Number(link.dataset.line) });
}
document.addEventListener("click", go);
document.addEventListener("keydown", go);
`;

/** Makes the text of the page. Its only script is ours, which has the nonce. */
export function renderGraphPage(page: GraphPage, nonce: string): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  const notes = page.notes.map((note) => `<p class="note">${escapeXml(note)}</p>\n`).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Graph</title>
<style>${style}</style>
</head>
<body>
${notes}<div${page.old ? ' class="old"' : ""}>${withoutProlog(page.svg ?? "")}</div>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}
