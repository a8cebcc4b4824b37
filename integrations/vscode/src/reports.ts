import * as fs from "node:fs/promises";
import { existsSync } from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { auditTree } from "./audit.ts";
import { countFindings, findingsTree } from "./findings.ts";
import { views } from "./names.ts";
import type { Outcome } from "./run.ts";
import { lastMessage, targetOf, workplaceOf, type Tool, type Workplace } from "./tool.ts";
import { auditArguments, checkArguments } from "./toolArguments.ts";
import { Tree } from "./treeView.ts";
import type { TreeEntry } from "./tree.ts";

/** The trees of `cuda-capture audit` and `cuda-capture check`, and their baselines. */
export class Reports implements vscode.Disposable {
  private readonly functions = new Tree(views.functions);
  private readonly findings = new Tree(views.findings);
  private readonly tool: Tool;

  constructor(tool: Tool) {
    this.tool = tool;
  }

  dispose(): void {
    this.functions.dispose();
    this.findings.dispose();
  }

  /** Shows which functions of the open file can be captured. */
  async auditFile(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
      void vscode.window.showInformationMessage("Open the source whose functions you ask about.");
      return;
    }
    if (document.isDirty) await document.save();
    await this.audit(workplaceOf(document.uri), document.uri.fsPath);
  }

  /** Shows which functions of the whole program can be captured. */
  async auditProgram(): Promise<void> {
    const work = currentWorkplace();
    if (this.hasDatabase(work)) await this.audit(work);
  }

  /** Writes the verdicts of the whole program as the baseline of later ones. */
  async keepVerdicts(): Promise<void> {
    const work = currentWorkplace();
    const file = work.settings.baselineFunctions;
    if (!this.hasDatabase(work) || !(await this.mayWrite(file, "cudaCapture.baseline.functions")))
      return;
    const outcome = await this.tool.runWithProgress(
      work,
      auditArguments(work.settings, targetOf(work)),
      "Finding out which functions can be captured",
    );
    if (!outcome || !this.succeeded(outcome)) return;
    await fs.writeFile(file, outcome.output);
    this.functions.show(auditTree(outcome.output, work.folder), "Of the whole program");
    tellWritten(file, work);
  }

  /** Shows the findings in the whole program. */
  async checkProgram(): Promise<void> {
    const work = currentWorkplace();
    if (!this.hasDatabase(work)) return;
    const known = work.settings.baselineFindings;
    await this.check(work, known && existsSync(known) ? { baseline: known } : {});
  }

  /** Writes the findings of the whole program as the baseline of later checks. */
  async keepFindings(): Promise<void> {
    const work = currentWorkplace();
    const file = work.settings.baselineFindings;
    if (!this.hasDatabase(work) || !(await this.mayWrite(file, "cudaCapture.baseline.findings")))
      return;
    const before = await timeOf(file);
    await this.check(work, { writeBaseline: file });
    if ((await timeOf(file)) !== before) tellWritten(file, work);
  }

  private async audit(work: Workplace, source?: string): Promise<void> {
    const known = work.settings.baselineFunctions;
    // The functions of other files would count as gone.
    const baseline = !source && known && existsSync(known) ? known : undefined;
    const outcome = await this.tool.runWithProgress(
      work,
      auditArguments(work.settings, targetOf(work, source), baseline),
      "Finding out which functions can be captured",
    );
    if (!outcome || !this.succeeded(outcome)) return;
    const entries = auditTree(outcome.output, work.folder);
    const what = source ? `Of ${path.relative(work.folder, source)}` : "Of the whole program";
    this.functions.show(entries, baseline ? `${what}, compared with the baseline` : what);
    await vscode.commands.executeCommand(`${views.functions}.focus`);
  }

  private async check(
    work: Workplace,
    baseline: { baseline?: string; writeBaseline?: string },
  ): Promise<void> {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "cuda-capture-"));
    try {
      const json = path.join(folder, "findings.json");
      const outcome = await this.tool.runWithProgress(
        work,
        checkArguments(work.settings, targetOf(work), { json, ...baseline }),
        "Checking the whole program",
      );
      if (!outcome || !this.succeeded(outcome, existsSync(json))) return;
      const text = await fs.readFile(json, "utf8");
      const entries = findingsTree(text, work.folder);
      if (baseline.baseline) entries.push(...goneEntries(outcome, countFindings(text) > 0));
      this.findings.show(
        entries,
        baseline.baseline ? "That are not in the baseline" : "Of the whole program",
      );
      await vscode.commands.executeCommand(`${views.findings}.focus`);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }

  private hasDatabase(work: Workplace): boolean {
    if (targetOf(work).database) return true;
    this.tool.tellFailure(
      `There is no compile_commands.json in ${work.folder}, in its folder build, or above. ` +
        "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON. " +
        "If it is elsewhere, let the setting cudaCapture.compileCommandsFolder name its folder.",
    );
    return false;
  }

  /** Whether there are results: findings and files with errors do not count as failures. */
  private succeeded(outcome: Outcome, hasResults = outcome.output.startsWith("{")): boolean {
    if (hasResults) return true;
    this.tool.tellFailure(`cuda-capture: ${lastMessage(outcome)}`);
    return false;
  }

  /** Asks before a baseline is replaced, since it then hides what is new. */
  private async mayWrite(file: string, setting: string): Promise<boolean> {
    if (!file) {
      this.tool.tellFailure(`The setting ${setting} is empty: let it name the file to write.`);
      return false;
    }
    if (!existsSync(file)) return true;
    const replace = "Replace";
    const chosen = await vscode.window.showWarningMessage(
      `${file} exists. Replace it? What is found now counts as known from then on.`,
      { modal: true },
      replace,
    );
    return chosen === replace;
  }
}

/**
 * A baseline that lists what is not found any more makes a check fail. The JSON
 * does not say what that is.
 */
function goneEntries(outcome: Outcome, hasFindings: boolean): TreeEntry[] {
  if (outcome.status !== 1 || hasFindings) return [];
  return [
    {
      label: "The baseline lists findings that do not exist any more",
      description: "the log names them; make the baseline anew",
      icon: "info",
      children: [],
    },
  ];
}

function currentWorkplace(): Workplace {
  return workplaceOf(vscode.window.activeTextEditor?.document.uri);
}

async function timeOf(file: string): Promise<number | undefined> {
  return (await fs.stat(file).catch(() => undefined))?.mtimeMs;
}

function tellWritten(file: string, work: Workplace): void {
  const name = path.relative(work.folder, file);
  void vscode.window.showInformationMessage(
    `The baseline is in ${name}. Keep it with the sources.`,
  );
}
