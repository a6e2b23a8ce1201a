import { runCommand } from "../../test/engine/runCommand";

/**
 * Runs a command that has to succeed, and returns what it printed.
 *
 * @throws an error with all of the command's output
 */
export async function mustRun(command: string, args: readonly string[], cwd: string): Promise<string> {
  // Settings that an outer "npm run" hands down would steer an inner npm.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr, reason } = await runCommand(command, args, {
    cwd,
    env,
    timeoutSeconds: 600,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${reason}\n${stdout}${stderr}`);
  return stdout;
}
