#!/usr/bin/env node
import { runCommandLine } from "./runCommandLine";
import { processSurroundings } from "./processSurroundings";

// The end of a pipe such as `| head` is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

void runCommandLine(process.argv.slice(2), processSurroundings()).then((status) => {
  // Not process.exit: what is still in a pipe would be lost.
  process.exitCode = status;
});
