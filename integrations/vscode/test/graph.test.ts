import assert from "node:assert/strict";
import { test } from "node:test";
import { functionAt, linkItems, type Symbol } from "../src/graph.ts";
import { renderGraphPage } from "../src/graphPage.ts";

function item(where: string): string {
  return (
    `<g><title>On stream: work</title><circle r="7"/><text class="label">kernel f` +
    `<tspan class="where" dx="12">${where}</tspan></text></g>`
  );
}

test("an item of the picture leads to its line", () => {
  const linked = linkItems(item("src/a.cu:7") + item("/usr/b.h:12"), "/p");
  assert.match(linked, /^<g [^>]*data-file="\/p\/src\/a.cu" data-line="7"><title>/);
  assert.match(linked, /<g [^>]*data-file="\/usr\/b.h" data-line="12"><title>/);
});

test("an odd name of a file stays one attribute", () => {
  const linked = linkItems(item("a &lt;b&gt; &quot;c&quot; $&amp; d:2.cu:3"), "/p");
  assert.match(linked, /data-file="\/p\/a &lt;b&gt; &quot;c&quot; \$&amp; d:2.cu" data-line="3"/);
});

test("an item without a place is left as it is", () => {
  const plain = "<g><title>x</title><text>kernel f</text></g>";
  assert.equal(linkItems(plain, "/p"), plain);
});

const svg = '<?xml version="1.0"?>\n<svg><text>graph</text></svg>';

test("the page has the picture, the notes, and one script", () => {
  const page = renderGraphPage({ svg, notes: ["<f> & g\nsay"] }, "n0nce");
  assert.ok(page.includes("<svg><text>graph</text></svg>"));
  assert.ok(!page.includes("<?xml"));
  assert.ok(page.includes("&lt;f&gt; &amp; g\nsay"));
  assert.ok(page.includes("script-src 'nonce-n0nce'"));
  assert.ok(page.includes("default-src 'none'"));
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.ok(!page.includes('class="old"'));
});

test("a picture of an earlier state is pale, and there may be none", () => {
  assert.ok(renderGraphPage({ svg, notes: [], old: true }, "n").includes('class="old"'));
  assert.ok(!renderGraphPage({ notes: ["none"] }, "n").includes("<svg"));
});

function symbol(name: string, lines: [number, number], ...children: Symbol[]): Symbol {
  return {
    name,
    isFunction: /^[a-z~]/.test(name),
    firstLine: lines[0],
    lastLine: lines[1],
    children,
  };
}

test("the function that the cursor is in has its qualified name", () => {
  const symbols = [
    symbol(
      "Space",
      [0, 20],
      symbol("Class", [2, 9], symbol("method", [3, 5]), symbol("Field", [6, 6])),
    ),
    symbol("(anonymous namespace)", [21, 30], symbol("hidden", [22, 24])),
    symbol("free", [31, 40], symbol("Local", [32, 36], symbol("inner", [33, 34]))),
  ];
  assert.equal(functionAt(symbols, 4), "Space::Class::method");
  assert.equal(functionAt(symbols, 6), undefined);
  assert.equal(functionAt(symbols, 10), undefined);
  assert.equal(functionAt(symbols, 23), "(anonymous namespace)::hidden");
  assert.equal(functionAt(symbols, 31), "free");
  assert.equal(functionAt(symbols, 33), "free::Local::inner");
  assert.equal(functionAt(symbols, 40), "free");
  assert.equal(functionAt(symbols, 41), undefined);
  assert.equal(functionAt([], 0), undefined);
});
