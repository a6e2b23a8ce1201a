import { setMaxListeners } from "node:events";
import { systemClock } from "../api/systemClock";
import { packageFolder } from "../api/version";
import { askOn } from "./askOn";
import { runProgram } from "./runProgram";
import type { Surroundings, TextStream } from "./surroundings";

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
