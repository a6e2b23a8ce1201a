import { constants } from "node:buffer";
import { execFile } from "node:child_process";
import type { ProgramResult } from "./surroundings";

/**
 * Runs a program to its end. One that cannot be started, or prints more than `most` characters, has failed, and why stands
 * in `stderr`.
 *
 * @throws the reason of the signal where that is aborted meanwhile
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  {
    env = {},
    most = constants.MAX_STRING_LENGTH,
  }: { env?: Readonly<Record<string, string>> | undefined; most?: number | undefined } = {},
): Promise<ProgramResult> {
  const result = await new Promise<ProgramResult>((resolve) => {
    // The signal does not end the program: Ctrl-C has reached it too, and it has locks to release.
    execFile(
      program,
      [...args],
      { maxBuffer: most, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        if (error === null) resolve({ status: 0, stdout, stderr });
        // EACCES where PATH also names a folder that may not be looked into, such as another user's.
        else if (error.code === "ENOENT" || error.code === "EACCES")
          resolve({ status: undefined, stdout, stderr });
        else if (typeof error.code === "string") resolve({ status: 1, stdout, stderr: error.message });
        else resolve({ status: error.code ?? 1, stdout, stderr });
      },
    );
  });
  signal.throwIfAborted();
  return result;
}
