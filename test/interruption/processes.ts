import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** A process as `ps` shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Everything that a process has started, itself included. */
export async function familyOf(pid: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const all = stdout.split("\n").flatMap((line): Process[] => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (id === undefined || parent === undefined || command === undefined) return [];
    return [{ pid: Number(id), parent: Number(parent), command }];
  });
  const family = all.filter((process) => process.pid === pid);
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid));
  return family;
}

/** Resolves when no such process lives any more; rejects when one outlives the patience. */
export async function untilGone(processes: readonly Process[], seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const alive = processes.filter(({ pid }) => isAlive(pid));
    if (alive.length === 0) return;
    if (Date.now() > end) throw new Error(`Still there: ${alive.map(({ command }) => command).join(", ")}`);
    await sleep(20);
  }
}

/** Sends a signal; one that has ended already needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
