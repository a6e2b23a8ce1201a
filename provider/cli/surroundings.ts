import { constants } from "node:buffer";
import { execFile } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { createInterface } from "node:readline/promises";
import { systemClock, type Clock } from "../api/clock";
import { packageFolder } from "../api/version";

/** Everything that a command takes from the process that it runs in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The current folder. */
  readonly cwd: string;
  /** Where this package is installed. */
  readonly packageFolder: string;
  /** Version of Node.js, such as `22.12.0`. */
  readonly nodeVersion: string;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Asks a question on the terminal; leaving it by Ctrl-D is an empty answer. `undefined`: there is no terminal to ask on. */
  ask: (question: string) => Promise<string | undefined>;
  /** Runs another program to its end; `env` adds to the environment. */
  run: (
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult>;
}

/** Where text goes to. */
interface TextStream {
  write(text: string): void;
  /** Whether a person reads it: colors and questions make sense. */
  readonly isTerminal: boolean;
}

/** How a program that was run ended. */
export interface ProgramResult {
  /** Exit status; `undefined` where the program is not there. */
  status: number | undefined;
  stdout: string;
  stderr: string;
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
    ask: async (question) => {
      const { stdin: input, stderr: output } = process;
      if (!input.isTTY || !output.isTTY) return undefined;
      return askOn({ input, output }, question, interrupt.signal, () => process.emit("SIGINT"));
    },
    run: (program, args, env) => runProgram(program, args, interrupt.signal, { env }),
  };
}

/** Ctrl-C. */
class InterruptedError extends Error {
  constructor() {
    super("Interrupted.");
    this.name = "InterruptedError";
  }
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
        // EACCES where PATH also names a folder that this user may not read, such as another user's.
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

/**
 * Asks a question on a terminal. Leaving it without an answer, by Ctrl-D or because the terminal is gone, is an empty answer.
 *
 * @param interrupt called for Ctrl-C, which reaches the line editor and not the process
 * @throws the reason of the signal once that is aborted
 */
export async function askOn(
  terminal: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
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
