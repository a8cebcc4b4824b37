import assert from "node:assert/strict";
import { test } from "node:test";
import { findDatabaseFolder } from "../src/database.ts";
import { describeExit, findProgram } from "../src/programs.ts";

function places(...files: string[]) {
  return { path: "/usr/bin:/opt/bin", isProgram: (file: string) => files.includes(file) };
}

test("a program is searched in PATH", () => {
  assert.deepEqual(findProgram("tool", "key", places("/opt/bin/tool")), { file: "/opt/bin/tool" });
  assert.deepEqual(findProgram("tool", "key", places("/opt/bin/tool", "/usr/bin/tool")), {
    file: "/usr/bin/tool",
  });
});

test("packages have the version of LLVM in the name", () => {
  const both = places("/usr/bin/tool-19", "/usr/bin/tool-22");
  assert.deepEqual(findProgram("tool", "key", both), { file: "/usr/bin/tool-22" });
  const plain = places("/usr/bin/tool-22", "/opt/bin/tool");
  assert.deepEqual(findProgram("tool", "key", plain), { file: "/opt/bin/tool" });
});

test("a program beside another one comes first", () => {
  const beside = { ...places("/usr/bin/tool", "/build/bin/tool"), before: ["/build/bin"] };
  assert.deepEqual(findProgram("tool", "key", beside), { file: "/build/bin/tool" });
});

test("a name with a folder is not searched", () => {
  assert.deepEqual(findProgram("/a/tool", "key", places("/a/tool")), { file: "/a/tool" });
  assert.deepEqual(findProgram("/b/tool", "the.key", places("/usr/bin/tool")), {
    problem: "/b/tool, which the setting the.key names, is no program.",
  });
});

test("a missing program is named", () => {
  assert.deepEqual(findProgram("tool", "key", places()), { problem: "tool is not in PATH." });
});

test("why a program ended is its own last error", () => {
  const log = "I: starting\nx: error: the headers of Clang 22 itself were not found\nmore\n";
  assert.equal(
    describeExit("server", 1, null, log),
    "server exited with 1: the headers of Clang 22 itself were not found",
  );
  assert.equal(
    describeExit("server", null, "SIGSEGV", ""),
    "server was ended by SIGSEGV. Its log may say why.",
  );
});

test("the compile database is searched as clangd searches it", () => {
  const among =
    (...files: string[]) =>
    (file: string) =>
      files.includes(file);
  const find = (...files: string[]) => findDatabaseFolder("/p/src/deep/a.cu", among(...files));
  assert.equal(find("/p/compile_commands.json"), "/p");
  assert.equal(find("/p/build/compile_commands.json"), "/p/build");
  assert.equal(find("/p/build/compile_commands.json", "/p/src/compile_commands.json"), "/p/src");
  assert.equal(find("/p/build/compile_commands.json", "/p/compile_commands.json"), "/p");
  assert.equal(find("/build/compile_commands.json"), "/build");
  assert.equal(find("/p/other/compile_commands.json"), undefined);
});
