import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second in `/proc`, the same on every Linux. */
const ticks = 100;
/** Milliseconds between two looks. What a process uses after the last one is not seen. */
const interval = 100;

/** What the processes of one role used. */
export interface ProcessFigures {
  /** User and system time, with that of children too short-lived to be seen. */
  cpuSeconds: number;
  /** The most memory that was resident in one of the role's processes. */
  peakMegabytes: number;
}

/** Tells from a command line whose work a process does; `undefined` for none that is reported. */
export type RoleOf = (commandLine: string) => string | undefined;

interface Usage {
  /** Children that were waited for included. */
  cpuSeconds: number;
  peakMegabytes: number;
  parent: number;
}

interface Seen extends Usage {
  role: string;
  /** The number of the look that saw it last. */
  look: number;
}

/** Looks at a process and everything below it, ten times a second, until it is stopped. */
export function watchProcesses(root: number, roleOf: RoleOf): () => Map<string, ProcessFigures> {
  const seen = new Map<number, Seen>();
  let looks = 0;
  const look = () => {
    looks += 1;
    for (const pid of treeBelow(root)) {
      const usage = usageOf(pid);
      const role = usage && roleOf(usage.commandLine);
      // Between fork and exec a process has the command line of another, so the last look counts.
      if (usage !== undefined && role !== undefined) seen.set(pid, { ...usage, role, look: looks });
    }
  };
  look();
  const timer = setInterval(look, interval);
  return () => {
    clearInterval(timer);
    const roles = new Map<string, ProcessFigures>();
    for (const [pid, { role, cpuSeconds, peakMegabytes, look: last }] of seen) {
      const before = roles.get(role) ?? { cpuSeconds: 0, peakMegabytes: 0 };
      // Else what a provider used would count for the engine too, which waits for its end.
      const waitedFor = [...seen.values()].filter((child) => child.parent === pid && child.look < last);
      const ofChildren = waitedFor.reduce((sum, child) => sum + child.cpuSeconds, 0);
      roles.set(role, {
        cpuSeconds: before.cpuSeconds + Math.max(0, cpuSeconds - ofChildren),
        peakMegabytes: Math.max(before.peakMegabytes, peakMegabytes),
      });
    }
    return roles;
  };
}

function treeBelow(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function usageOf(pid: number): (Usage & { commandLine: string }) | undefined {
  const stat = statOf(pid);
  const status = textOf(`/proc/${pid}/status`);
  const commandLine = textOf(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ");
  if (stat === undefined || status === undefined || commandLine === undefined || commandLine === "")
    return undefined;
  const [user, system, childUser, childSystem] = stat.slice(11, 15).map(Number);
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return {
    cpuSeconds: ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) / ticks,
    peakMegabytes: peak / 1024,
    parent: Number(stat[1]),
    commandLine,
  };
}

/** The fields of `stat` from the state on: 0 is the state, 1 the parent, 11 to 14 the times. */
function statOf(pid: number): string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name of the command stands in brackets and may hold anything.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
