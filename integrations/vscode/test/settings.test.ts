import assert from "node:assert/strict";
import { test } from "node:test";
import { expand, readSettings } from "../src/settings.ts";

const around = { folder: "/src/project", home: "/home/me", environment: { CUDA: "/opt/cuda" } };

test("variables are replaced", () => {
  assert.equal(expand("~/bin/x", around), "/home/me/bin/x");
  assert.equal(expand("~", around), "/home/me");
  assert.equal(expand("a~/x", around), "a~/x");
  assert.equal(expand("${workspaceFolder}/build", around), "/src/project/build");
  assert.equal(expand("${env:CUDA}:${env:NONE}", around), "/opt/cuda:");
});

test("what replaces a variable is not read again", () => {
  const odd = { ...around, folder: "/work/$&${env:CUDA}", environment: {} };
  assert.equal(expand("${workspaceFolder}/a", { ...odd }), "/work/$&/a");
  assert.equal(expand("~/a", { ...around, home: "/home/$&" }), "/home/$&/a");
});

test("without settings there are defaults", () => {
  const settings = readSettings(() => undefined, around);
  assert.equal(settings.serverEnabled, true);
  assert.equal(settings.serverPath, "cuda-capture-clangd");
  assert.equal(settings.toolPath, "cuda-capture");
  assert.equal(settings.mode, "global");
  assert.equal(settings.compileCommandsFolder, "");
  assert.equal(settings.baselineFindings, "");
  assert.deepEqual(settings.environment, {});
});

test("names of files begin at the folder of the workspace", () => {
  const values: Record<string, unknown> = {
    compileCommandsFolder: "out",
    knowledgeBase: ["rows", "/etc/rows"],
    "baseline.findings": "known.json",
    "baseline.functions": "~/functions.json",
  };
  const settings = readSettings((key) => values[key], around);
  assert.equal(settings.compileCommandsFolder, "/src/project/out");
  assert.deepEqual(settings.knowledgeBase, ["/src/project/rows", "/etc/rows"]);
  assert.equal(settings.baselineFindings, "/src/project/known.json");
  assert.equal(settings.baselineFunctions, "/home/me/functions.json");
});

test("values of the wrong type count as absent", () => {
  const values: Record<string, unknown> = {
    "server.path": 1,
    "server.arguments": "--log=verbose",
    fallbackFlags: ["-Ia", 2],
    environment: { CUDA_PATH: "${env:CUDA}", OTHER: 3 },
    "server.enabled": "no",
  };
  const settings = readSettings((key) => values[key], around);
  assert.equal(settings.serverPath, "cuda-capture-clangd");
  assert.deepEqual(settings.serverArguments, []);
  assert.deepEqual(settings.fallbackFlags, ["-Ia"]);
  assert.deepEqual(settings.environment, { CUDA_PATH: "/opt/cuda" });
  assert.equal(settings.serverEnabled, true);
});
