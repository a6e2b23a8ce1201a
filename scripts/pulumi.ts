// Runs the Pulumi CLI that findCli finds, with the arguments given and in the folder where npm was called:
//   npm run --silent pulumi -- preview --diff
// Everything else is the user's own: environment, backend, stdin and terminal. Messages of ours go to stderr.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { cacheFolder } from "../test/engine/cacheFolder";
import { findCli } from "../test/engine/findCli";
import { ensureLaunchers, launcherEnv } from "../test/engine/launchers";
import { searchPath } from "../test/engine/openEngine";

async function main(): Promise<void> {
  const cli = await findCli();
  const launcher = await ensureLaunchers(cli, join(cacheFolder(), "launcher"));
  const child = spawn(cli.path, process.argv.slice(2), {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ...launcherEnv, PATH: searchPath(cli, launcher, process.env.PATH) },
    stdio: "inherit",
  });
  // Ctrl-C reaches the CLI from the terminal; what it does then, it does, and this process stays for its status.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", fail);
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

main().catch(fail);
