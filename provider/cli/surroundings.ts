import type { Clock } from "../api/clock";

/** Where text goes to. */
export interface TextStream {
  write(text: string): void;
  /** Whether a person looks at it: colours and questions make sense. */
  readonly isTerminal: boolean;
}

/** How a program that was run ended. */
export interface ProgramResult {
  /** Exit status; `undefined` where the program is not there. */
  status: number | undefined;
  stdout: string;
  stderr: string;
}

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
