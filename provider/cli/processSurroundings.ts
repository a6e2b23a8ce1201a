import { execFile } from "node:child_process";
import { setMaxListeners } from "node:events";
import { systemClock } from "../api/systemClock";
import { packageFolder } from "../api/version";
import { askOn } from "./askOn";
import type { ProgramResult, Surroundings, TextStream } from "./surroundings";

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
    cwd: process.cwd(),
    packageFolder: packageFolder ?? __dirname,
    nodeVersion: process.versions.node,
    stdout: textStream(process.stdout),
    stderr: textStream(process.stderr),
    clock: systemClock,
    signal: interrupt.signal,
    ask: (question) => ask(question, interrupt.signal),
    run,
  };
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

function run(program: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const missing = error !== null && "code" in error && error.code === "ENOENT";
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ status: missing ? undefined : status, stdout, stderr });
    });
  });
}
