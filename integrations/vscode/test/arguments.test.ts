import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings, type Settings } from "../src/settings.ts";
import {
  auditArguments,
  checkArguments,
  graphArguments,
  serverArguments,
} from "../src/toolArguments.ts";

const defaults = readSettings(() => undefined, { folder: "/p", home: "/h", environment: {} });
const all: Settings = {
  ...defaults,
  knowledgeBase: ["/k/a.json", "/k/b"],
  driver: "12.3",
  mode: "relaxed",
  level: "possible",
  fallbackFlags: ["-Iinclude"],
  graphMerged: true,
};

test("the server gets the folder of the compile database before the user's arguments", () => {
  assert.deepEqual(serverArguments(defaults), []);
  const settings = {
    ...defaults,
    compileCommandsFolder: "/b",
    serverArguments: ["--log=verbose"],
  };
  assert.deepEqual(serverArguments(settings), ["--compile-commands-dir=/b", "--log=verbose"]);
});

test("a graph is that of a function or of a file", () => {
  assert.deepEqual(graphArguments(defaults, { source: "/p/a.cu" }, undefined, "svg"), [
    "graph",
    "--format=svg",
    "/p/a.cu",
  ]);
  assert.deepEqual(
    graphArguments(
      all,
      { source: "/p/a.cu", database: "/p/build" },
      "a::(anonymous namespace)::f",
      "svg",
    ),
    [
      "graph",
      "--format=svg",
      "--merged",
      "--kb=/k/a.json;/k/b",
      "-p",
      "/p/build",
      "/p/a.cu:a::(anonymous namespace)::f",
    ],
  );
});

test("flags take effect where there is no database", () => {
  const options = ["--json", "--mode=relaxed", "--kb=/k/a.json;/k/b", "--driver=12.3"];
  assert.deepEqual(auditArguments(all, { source: "/p/a.cu" }), [
    "audit",
    ...options,
    "/p/a.cu",
    "--",
    "-Iinclude",
  ]);
  assert.deepEqual(auditArguments(all, { source: "/p/a.cu", database: "/p/build" }), [
    "audit",
    ...options,
    "-p",
    "/p/build",
    "/p/a.cu",
  ]);
});

test("a whole program is a database without names of sources", () => {
  assert.deepEqual(auditArguments(defaults, { database: "/p/build" }, "/p/known.json"), [
    "audit",
    "--json",
    "--mode=global",
    "--baseline=/p/known.json",
    "-p",
    "/p/build",
  ]);
  assert.deepEqual(checkArguments(all, { database: "/b" }, { json: "/t/o", baseline: "/p/k" }), [
    "check",
    "--json=/t/o",
    "--baseline=/p/k",
    "--level=possible",
    "--kb=/k/a.json;/k/b",
    "--driver=12.3",
    "-p",
    "/b",
  ]);
  assert.deepEqual(checkArguments(defaults, { database: "/b" }, { writeBaseline: "/p/k" }), [
    "check",
    "--write-baseline=/p/k",
    "-p",
    "/b",
  ]);
});
