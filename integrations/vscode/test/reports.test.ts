import assert from "node:assert/strict";
import { test } from "node:test";
import { auditTree } from "../src/audit.ts";
import { countFindings, findingsTree } from "../src/findings.ts";
import type { TreeEntry } from "../src/tree.ts";

/** A tree as text, with two blanks for each level. */
function shown(entries: readonly TreeEntry[], level = 0): string[] {
  return entries.flatMap((e) => [
    "  ".repeat(level) + e.label + (e.description ? ` | ${e.description}` : ""),
    ...shown(e.children, level + 1),
  ]);
}

const at = (line: number, file = "/p/src/a.cu") => ({ file, line, column: 3 });
const grow = {
  name: "grow",
  ...at(5),
  verdict: "not-capturable",
  reasons: [
    {
      text: "call to 'cudaMalloc'",
      ...at(6),
      check: "cuda-capture-unsafe-call",
      path: [{ text: "called here", ...at(9, "/elsewhere/b.cu") }],
    },
  ],
};
const audit = {
  counts: {},
  files: [{ file: "/p/src/a.cu", state: "analysed" }],
  functions: [{ name: "fine", ...at(1), verdict: "capturable", reasons: [] }, grow],
  notListed: 0,
};

test("functions are grouped by verdict, what needs attention first", () => {
  const tree = auditTree(JSON.stringify(audit), "/p");
  assert.deepEqual(shown(tree), [
    "not capturable | 1",
    "  grow | src/a.cu:5",
    "    call to 'cudaMalloc' | src/a.cu:6",
    "      called here | b.cu:9",
    "capturable | 1",
    "  fine | src/a.cu:1",
  ]);
  assert.deepEqual(tree[0]?.children[0]?.place, at(5));
  assert.deepEqual(tree[0]?.children[0]?.children[0]?.children[0]?.place, at(9, "/elsewhere/b.cu"));
  assert.match(tree[0]?.children[0]?.children[0]?.tooltip ?? "", /\[cuda-capture-unsafe-call\]$/);
  assert.deepEqual(
    tree.map((e) => e.open ?? false),
    [true, false],
  );
});

test("what was not analysed, not listed, or is gone, is told", () => {
  const files = [
    ...audit.files,
    { file: "/p/src/b.cu", state: "malformed", problem: "expected ';'" },
    { file: "/p/src/c.cu", state: "timed-out" },
  ];
  const text = JSON.stringify({ ...audit, functions: [], files, notListed: 3, gone: 2 });
  assert.deepEqual(shown(auditTree(text, "/p")), [
    "not analysed, or not completely | 2",
    "  src/b.cu | expected ';'",
    "  src/c.cu | timed-out",
    "3 more functions | receive no stream and make no call that matters to a capture",
    "2 functions of the baseline | are not there any more",
  ]);
});

test("a function that could be captured comes first", () => {
  const functions = [{ ...grow, couldBeCaptured: true }];
  const [first] = shown(auditTree(JSON.stringify({ ...audit, functions }), "/p"));
  assert.equal(first, "could be captured, and cannot be any more | 1");
});

test("every verdict is shown", () => {
  const names = ["capturable", "under-guard", "not-capturable", "begins-capture", "unknown"];
  const functions = names.map((verdict) => ({ name: verdict, ...at(1), verdict, reasons: [] }));
  const text = JSON.stringify({ ...audit, functions });
  assert.equal(auditTree(text, "/p").flatMap((e) => e.children).length, names.length);
});

const unit = { file: "/p/src/a.cu", state: "analysed", problem: "", regions: 2, capturable: 0 };
const results = {
  cudaCaptureResults: 2,
  files: [],
  findings: [
    {
      check: "cuda-capture-unsafe-call",
      function: "run",
      text: "call to 'cudaMalloc'",
      at: at(8),
      possible: false,
      notes: [
        { text: "capture begins here", at: at(7) },
        { text: "a remedy", at: { file: "", line: 0, column: 0 } },
      ],
    },
  ],
  gaps: [],
  notices: [],
  units: [unit],
};

test("findings have their paths", () => {
  const text = JSON.stringify(results);
  assert.equal(countFindings(text), 1);
  const tree = findingsTree(text, "/p");
  assert.deepEqual(shown(tree), [
    "call to 'cudaMalloc' | src/a.cu:8",
    "  capture begins here | src/a.cu:7",
    "  a remedy",
    "1 finding in 2 captures",
  ]);
  assert.equal(tree[0]?.children[1]?.place, undefined);
});

test("no finding in nothing proves nothing", () => {
  const text = JSON.stringify({ ...results, findings: [], units: [{ ...unit, regions: 0 }] });
  assert.deepEqual(shown(findingsTree(text, "/p")), [
    "0 findings in 0 captures | which proves nothing",
  ]);
});

test("nothing that was left out is lost", () => {
  const text = JSON.stringify({
    ...results,
    findings: [],
    gaps: [{ kind: "coarse", serious: true, at: at(3), function: "large", text: "is too large" }],
    notices: [{ isWarning: true, at: at(4, "/p/.clang-tidy"), text: "unknown option 'X'" }],
    units: [
      { ...unit, capturable: 1 },
      { ...unit, file: "/p/b.cu", state: "malformed", problem: "expected ';'", regions: 0 },
      { ...unit, file: "/p/c.cu", state: "skipped", regions: 0 },
    ],
  });
  assert.deepEqual(shown(findingsTree(text, "/p")), [
    "0 findings in 2 captures | and 1 capturable function",
    "functions that are not analysed completely | 1",
    "  large | is too large",
    "not analysed, or not completely | 1",
    "  b.cu | expected ';'",
    "unknown option 'X' | .clang-tidy:4",
    "1 skipped source | nothing in them has to do with captures",
  ]);
});
