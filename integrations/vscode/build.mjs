// Builds the extension into out/extension.js; with --tests the unit tests, too,
// and with --package the file that VS Code installs.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  logLevel: "warning",
};

rmSync("out", { recursive: true, force: true });
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  external: ["vscode"],
  minify: true,
  outfile: "out/extension.js",
});
if (process.argv.includes("--tests"))
  await build({
    ...common,
    entryPoints: readdirSync("test")
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${name}`),
    outdir: "out/test",
  });
if (process.argv.includes("--package")) {
  copyFileSync("../../LICENSE", "LICENSE");
  // Everything that the extension needs is in out/extension.js. Links of the
  // README lead to pages of the project, whose address is not known.
  const options = [
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
  ];
  execFileSync("npx", ["--no-install", "vsce", "package", ...options], { stdio: "inherit" });
}
