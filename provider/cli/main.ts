#!/usr/bin/env node
import { safeMessage, safeText } from "../api/safeText";
import { processSurroundings } from "./surroundings";
import { runCommandLine } from "./runCommandLine";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // The end of a pipe such as `| head` is no failure.
    if (error.code === "EPIPE") process.exit(0);
    if (stream === process.stdout)
      process.stderr.write(`Error: the result cannot be written: ${safeText(error.message)}\n`);
    process.exit(1);
  });
}

async function main(): Promise<void> {
  // Not process.exit: what is still in a pipe would be lost.
  process.exitCode = await runCommandLine(process.argv.slice(2), processSurroundings());
}

main().catch((error: unknown) => {
  process.stderr.write(`Error: ${safeMessage(error)}\n`);
  process.exitCode = 1;
});
