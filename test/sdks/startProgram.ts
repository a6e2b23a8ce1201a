import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** How an action of a language's program ended. */
export interface Ended {
  ok: boolean;
  changes?: Record<string, number>;
  outputs?: Record<string, unknown>;
  /** What the engine printed. */
  output: string;
}

/** An action that is under way. */
export interface Running {
  readonly ended: Promise<Ended>;
  /** Ctrl-C in the terminal: reaches the program and the CLI that it has started. Resolves when both have ended. */
  interrupt(): Promise<void>;
}

const limitMs = 120_000;

/** Starts a program that runs one action of the Automation API and prints its result as the last line. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Running {
  // A group of its own, as a command in a terminal has.
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, name);
    } catch {
      // Nobody of the group is left.
      return false;
    }
  };
  const limit = setTimeout(() => signal("SIGKILL"), limitMs);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(limit);
      const last = stdout.trim().split("\n").at(-1) || '{ "ok": false }';
      resolve({ ...(JSON.parse(last) as Ended), output });
    });
  });
  return {
    ended,
    interrupt: async () => {
      signal("SIGINT");
      await ended;
      while (signal(0)) await sleep(50);
    },
  };
}
