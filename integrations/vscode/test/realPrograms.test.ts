// With the real programs, which CAPTURE_CLANGD and CAPTURE_TOOL name. CAPTURE_SHARE
// has the headers of the project, so that no CUDA toolkit is needed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { auditTree } from "../src/audit.ts";
import { countFindings, findingsTree } from "../src/findings.ts";
import { functionAt, linkItems, type Symbol } from "../src/graph.ts";
import { describeExit } from "../src/programs.ts";
import { run } from "../src/run.ts";
import { readSettings } from "../src/settings.ts";
import {
  auditArguments,
  checkArguments,
  graphArguments,
  serverArguments,
} from "../src/toolArguments.ts";

const { CAPTURE_CLANGD: clangd, CAPTURE_TOOL: tool, CAPTURE_SHARE: share } = process.env;
const source = `#include <cuda_runtime.h>
__global__ void kernel(float *data);
namespace {
struct Model {
  void fill(float *data, cudaStream_t stream) {
    (void)cudaMemsetAsync(data, 0, 4, stream);
  }
  void run(float *data, cudaStream_t stream, cudaGraph_t *graph) {
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
      return;
    fill(data, stream);
    kernel<<<1, 1, 0, stream>>>(data);
    (void)cudaMemset(data, 0, 4);
    (void)cudaStreamEndCapture(stream, graph);
  }
};
}
void use(Model model, float *data, cudaStream_t stream, cudaGraph_t *graph) {
  model.run(data, stream, graph);
}
void grow(float **data, cudaStream_t stream) { (void)cudaMalloc(data, 4); }
`;
const flags = [
  ...["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"],
  `-isystem${share}/include`,
];
let folder = "";
let file = "";
const settings = () =>
  readSettings((key) => (key === "fallbackFlags" ? flags : undefined), {
    folder,
    home: folder,
    environment: {},
  });
const runTool = (programArguments: string[]) =>
  run(tool ?? "", programArguments, { folder, environment: process.env });

before(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "cuda-capture-extension-")));
  file = path.join(folder, "model.cu");
  await fs.writeFile(file, source);
});
after(() => fs.rm(folder, { recursive: true, force: true }));

test("each item of the picture with a place is a link", { skip: !tool }, async () => {
  const name = "(anonymous namespace)::Model::run";
  const outcome = await runTool(graphArguments(settings(), { source: file }, name, "svg"));
  assert.equal(outcome.status, 0, outcome.messages);
  const linked = linkItems(outcome.output, folder);
  const lines = [...linked.matchAll(/data-file="([^"]*)" data-line="(\d+)"/g)];
  assert.deepEqual(
    lines.map((l) => Number(l[2])),
    // The begin, what the callee does, the kernel, the violation, the end.
    [9, 6, 12, 13, 14],
  );
  assert.ok(lines.every((l) => l[1] === file));
  assert.equal(linked.match(/<tspan class="where"/g)?.length, lines.length);
});

test("a function without a capture is told by the exit status", { skip: !tool }, async () => {
  const target = { source: file };
  const outcome = await runTool(graphArguments(settings(), target, "grow", "svg"));
  assert.equal(outcome.status, 1);
  assert.equal(outcome.output, "");
});

test("functions are shown with their reasons", { skip: !tool }, async () => {
  const outcome = await runTool(auditArguments(settings(), { source: file }));
  assert.equal(outcome.status, 1, outcome.messages);
  const [worst] = auditTree(outcome.output, folder);
  const [grow] = worst?.children ?? [];
  assert.equal(worst?.label, "not capturable");
  assert.deepEqual([grow?.label, grow?.place?.line], ["grow", 21]);
  assert.deepEqual(grow?.children[0]?.place?.file, file);
});

test("a baseline hides findings", { skip: !tool }, async () => {
  const [json, known] = [path.join(folder, "out.json"), path.join(folder, "known.json")];
  const check = async (files: { baseline?: string; writeBaseline?: string }) => {
    const target = { source: file };
    const outcome = await runTool(checkArguments(settings(), target, { json, ...files }));
    const text = await fs.readFile(json, "utf8");
    return { ...outcome, found: countFindings(text), tree: findingsTree(text, folder) };
  };
  const first = await check({});
  assert.deepEqual([first.status, first.found], [1, 1], first.messages);
  assert.equal(first.tree[0]?.place?.line, 13);
  await check({ writeBaseline: known });
  const second = await check({ baseline: known });
  assert.deepEqual([second.status, second.found], [0, 0], second.messages);
});

interface ListedSymbol {
  name: string;
  kind: number;
  range: { start: { line: number }; end: { line: number } };
  children?: ListedSymbol[];
}

const toSymbol = (s: ListedSymbol): Symbol => ({
  name: s.name,
  // Method, constructor, function and operator, as the protocol numbers them.
  isFunction: [6, 9, 12, 25].includes(s.kind),
  firstLine: s.range.start.line,
  lastLine: s.range.end.line,
  children: (s.children ?? []).map(toSymbol),
});

test(
  "the server finds what the user should see, and names functions",
  { skip: !clangd, timeout: 120_000 },
  async (context) => {
    const child = spawn(clangd ?? "", serverArguments(settings()), {
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore"],
    });
    // Also if something below fails.
    context.after(() => child.kill());
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const published = new Promise<{ code?: string; source?: string }[]>((resolve) =>
      connection.onNotification(
        "textDocument/publishDiagnostics",
        (message: { diagnostics: { code?: string }[] }) => resolve(message.diagnostics),
      ),
    );
    connection.listen();
    const uri = pathToFileURL(file).href;
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {
        textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
      },
      initializationOptions: { fallbackFlags: settings().fallbackFlags },
    });
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "cuda-cpp", version: 1, text: source },
    });
    const codes = (await published).map((diagnostic) => diagnostic.code ?? "");
    assert.deepEqual(
      codes.filter((code) => code.startsWith("cuda-capture-")),
      ["cuda-capture-legacy-stream"],
      codes.join(),
    );
    const symbols = await connection.sendRequest<ListedSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    const found = symbols.map(toSymbol);
    assert.equal(functionAt(found, 12), "(anonymous namespace)::Model::run");
    assert.equal(functionAt(found, 18), "use");
    assert.equal(functionAt(found, 1), "kernel");
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    assert.equal(await ended, 0);
    connection.dispose();
  },
);

test("why the server refuses to start is told", { skip: !clangd }, async () => {
  const outcome = await run(clangd ?? "", ["--resource-dir=/none"], {
    folder,
    environment: process.env,
  });
  const text = describeExit("the server", outcome.status, null, outcome.messages);
  assert.match(text, /^the server exited with 1: --resource-dir=\/none: no headers of Clang/);
});
