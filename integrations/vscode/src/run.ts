import { spawn } from "node:child_process";

/** What a program did. */
export interface Outcome {
  /** The exit status; null if a signal ended the program. */
  status: number | null;
  output: string;
  messages: string;
}

/** How a program runs. */
export interface RunOptions {
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Ends the program. */
  signal?: AbortSignal;
}

/** Runs a program to its end. Fails if it cannot be started or is aborted. */
export function run(
  program: string,
  programArguments: readonly string[],
  options: RunOptions,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      cwd: options.folder,
      env: { ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const output: Buffer[] = [];
    const messages: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => output.push(data));
    child.stderr.on("data", (data: Buffer) => messages.push(data));
    child.on("error", reject);
    child.on("close", (status) =>
      resolve({
        status,
        output: Buffer.concat(output).toString(),
        messages: Buffer.concat(messages).toString(),
      }),
    );
  });
}
