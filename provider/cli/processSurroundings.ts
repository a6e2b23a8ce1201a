import { constants } from "node:buffer";
import { execFile } from "node:child_process";
import { setMaxListeners, once } from "node:events";
import { createInterface } from "node:readline/promises";
import { systemClock } from "../api/clock";
import { packageFolder } from "../api/version";
import type { Surroundings, TextStream, ProgramResult } from "./surroundings";

/** Ctrl-C. */
class InterruptedError extends Error {
  constructor() {
    super("Interrupted.");
    this.name = "InterruptedError";
  }
}

/** The running process as a command sees it. */
export function processSurroundings(): Surroundings {
  const interrupt = new AbortController();
  // Every request listens.
  setMaxListeners(0, interrupt.signal);
  process.once("SIGINT", () => {
    // The second one ends the process at once.
    interrupt.abort(new InterruptedError());
  });
  return {
    env: process.env,
    cwd: currentFolder(),
    packageFolder: packageFolder ?? __dirname,
    nodeVersion: process.versions.node,
    stdout: textStream(process.stdout),
    stderr: textStream(process.stderr),
    clock: systemClock,
    signal: interrupt.signal,
    ask: (question) => ask(question, interrupt.signal),
    run: (program, args, env) => runProgram(program, args, interrupt.signal, { env }),
  };
}

/** @throws Error where another process has removed it */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new Error("the current folder is not there any more. Go to another one.", { cause: error });
  }
}

function textStream(stream: NodeJS.WriteStream): TextStream {
  return {
    isTerminal: stream.isTTY,
    write: (text) => {
      stream.write(text);
    },
  };
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return askOn({ input, output }, question, signal, () => process.emit("SIGINT"));
}

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

/** The two ends of a terminal. */
interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/**
 * Asks a question on a terminal. Leaving it without an answer, by Ctrl-D or because the terminal is gone, is an empty answer.
 *
 * @param interrupt called for Ctrl-C, which reaches the line editor and not the process
 * @throws the reason of the signal once that is aborted
 */
export async function askOn(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<string> {
  const lines = createInterface(terminal);
  lines.once("SIGINT", interrupt);
  // Some versions of Node.js never settle a question whose input has ended, others reject it for Ctrl-D.
  const left = once(lines, "close").then(() => "");
  try {
    return await Promise.race([lines.question(question, { signal }), left]);
  } catch {
    // Only the signal and Ctrl-D reject it.
    signal.throwIfAborted();
    return "";
  } finally {
    lines.close();
  }
}
