import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./errorCode";
import { report } from "./progress";

/** The holder touches its lock this often, so that others see that it lives. */
const heartbeatMs = 5_000;
/** A lock that was not touched for so long belongs to nobody. */
const staleMs = 60_000;
const pollMs = 500;

/** Does the work while no other process holds the lock file; waits for it, and takes over one whose holder is gone. */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  say: (line: string) => void = report,
): Promise<T> {
  const owner = JSON.stringify({ pid: process.pid, host: hostname() });
  for (let told = false; !(await take(file, owner)); told = true) {
    if (await isStale(file)) {
      await rm(file, { force: true });
      continue;
    }
    if (!told) say(`Another process is already at it; waiting for it to finish (${file}).`);
    await sleep(pollMs);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

async function take(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > staleMs) return true;
    const owner: unknown = JSON.parse(await readFile(file, "utf8"));
    return isOwner(owner) && owner.host === hostname() && !isAlive(owner.pid);
  } catch {
    // Released just now, or not written yet: not ours to remove.
    return false;
  }
}

function isOwner(value: unknown): value is { pid: number; host: string } {
  return typeof value === "object" && value !== null && "pid" in value && typeof value.pid === "number";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to another user.
    return errorCode(error) === "EPERM";
  }
}
