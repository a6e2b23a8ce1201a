import { spawn } from "node:child_process";
import { basename } from "node:path";
import { watchProcesses, type ProcessFigures, type RoleOf } from "./processWatch";

/** A command, and how it is run. */
export interface Command {
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  roleOf: RoleOf;
}

/** What a command took. */
export interface Watched {
  seconds: number;
  roles: Map<string, ProcessFigures>;
  output: string;
}

/** The command of a contender failed, so that its figures mean nothing. */
export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError";

  constructor(command: string, status: string, output: string) {
    super(`${command} ended with ${status}:\n${output.slice(-4000)}`);
  }
}

/**
 * Runs a command to its end and watches it and everything that it starts.
 *
 * @throws CommandFailedError
 */
export function runWatched({ command, args, cwd, env, roleOf }: Command): Promise<Watched> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const stop =
      child.pid === undefined ? () => new Map<string, ProcessFigures>() : watchProcesses(child.pid, roleOf);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      stop();
      reject(error);
    });
    child.on("close", (code, signal) => {
      const roles = stop();
      const seconds = (performance.now() - began) / 1000;
      if (code === 0) resolve({ seconds, roles, output });
      else
        reject(
          new CommandFailedError(
            `${basename(command)} ${args.join(" ").slice(0, 200)}`,
            signal ?? `status ${code}`,
            output,
          ),
        );
    });
  });
}
