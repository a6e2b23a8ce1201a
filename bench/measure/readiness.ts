import { spawn } from "node:child_process";
import { once } from "node:events";

/** Milliseconds from the start of a Node.js program until it prints its first line, which is the port of its server. */
export async function millisecondsUntilReady(script: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const milliseconds = performance.now() - began;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return milliseconds;
}
