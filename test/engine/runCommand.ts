import { spawn } from "node:child_process";

/** How a command is run. */
export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment; the process's own by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the command and everything it started after so many seconds; no limit by default. */
  readonly timeoutSeconds?: number;
  /** Aborted, it is Ctrl-C in a terminal: the command and everything it started are told. */
  readonly interrupt?: AbortSignal;
  /** Aborted, the command and everything it started are killed without a word, as a runner does it. */
  readonly kill?: AbortSignal;
  /** Gets everything the command prints, as it comes. */
  readonly onOutput?: (text: string) => void;
  /** Gets the process's id as soon as it runs. */
  readonly onStart?: (pid: number) => void;
}

/** How a command ended. */
export interface RunResult {
  /** Exit status; null where a signal or the time limit ended it, or where it could not be started. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** For messages: the last line it printed, or how it ended. */
  readonly reason: string;
}

/** Runs a command to its end. Never throws: a command that cannot be started is a result, too. */
export type RunCommand = (
  command: string,
  args: readonly string[],
  options?: RunOptions,
) => Promise<RunResult>;

/** {@link RunCommand} with real processes. */
export const runCommand: RunCommand = (command, args, options = {}) =>
  // What cannot be started is told by an event for the usual reasons, and thrown for the others, such as ENOTDIR.
  runProcess(command, args, options).catch((error: unknown) => ({
    status: null,
    stdout: "",
    stderr: "",
    reason: String(error),
  }));

const runProcess = (command: string, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that time limit and Ctrl-C reach what the command started as well.
      detached: [options.timeoutSeconds, options.interrupt, options.kill].some((each) => each !== undefined),
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    let stdout = "";
    let stderr = "";
    let ending: string | undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      options.onOutput?.(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      options.onOutput?.(text);
    });
    const limit = setTimeout(
      () => {
        ending = `it did not end within ${String(options.timeoutSeconds)} s`;
        signalGroup(child.pid, "SIGKILL");
      },
      (options.timeoutSeconds ?? 2_000_000) * 1000,
    );
    options.interrupt?.addEventListener("abort", () => {
      signalGroup(child.pid, "SIGINT");
    });
    options.kill?.addEventListener("abort", () => {
      signalGroup(child.pid, "SIGKILL");
    });
    child.on("error", (error) => {
      clearTimeout(limit);
      resolve({ status: null, stdout, stderr, reason: error.message });
    });
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const status = ending === undefined ? code : null;
      const reason =
        ending ??
        lastLine(stderr) ??
        lastLine(stdout) ??
        (signal === null ? `exit status ${String(code)}` : `ended by ${signal}`);
      resolve({ status, stdout, stderr, reason });
    });
  });

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

function lastLine(text: string): string | undefined {
  return text.trim().split("\n").at(-1)?.trim() || undefined;
}
