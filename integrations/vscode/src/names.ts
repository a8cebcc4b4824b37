/** The names that package.json contributes. */

export const commands = {
  showGraph: "cudaCapture.showGraph",
  auditFile: "cudaCapture.auditFile",
  auditProgram: "cudaCapture.auditProgram",
  keepVerdicts: "cudaCapture.keepVerdicts",
  checkProgram: "cudaCapture.checkProgram",
  keepFindings: "cudaCapture.keepFindings",
  restartServer: "cudaCapture.restartServer",
  showLog: "cudaCapture.showLog",
} as const;

export const views = {
  functions: "cudaCapture.functions",
  findings: "cudaCapture.findings",
} as const;

/** The languages of VS Code whose files the programs read. */
export const languages: readonly string[] = ["c", "cpp", "cuda-cpp"];
