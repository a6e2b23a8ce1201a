import { innerNpmEnv } from "../../test/engine/innerNpmEnv";
import { runCommand } from "../../test/engine/runCommand";

/**
 * Runs a command that has to succeed, and returns what it printed.
 *
 * @throws an error with all of the command's output
 */
export async function mustRun(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr, reason } = await runCommand(command, args, {
    cwd,
    env: innerNpmEnv(),
    timeoutSeconds: 600,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${reason}\n${stdout}${stderr}`);
  return stdout;
}
