// Runs jest, with the arguments given, once there is an engine for the tests that drive one.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { findCli } from "../test/engine/findCli";
import { report } from "../test/engine/progress";

async function main(): Promise<void> {
  const cli = await findCli();
  report(`Engine: pulumi ${cli.version} (${cli.source}: ${cli.path})`);
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  const child = spawn(process.execPath, [jest, ...process.argv.slice(2)], { stdio: "inherit" });
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

main().catch((error: unknown) => {
  report(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
