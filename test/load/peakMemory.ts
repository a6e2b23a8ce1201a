import { readdir, readFile } from "node:fs/promises";

/**
 * The most memory that a process whose command line holds `text` has used until now, in megabytes; `undefined` where the
 * system does not tell (only Linux does) or no such process runs.
 */
export async function peakMemory(text: string): Promise<number | undefined> {
  const processes = await readdir("/proc").catch(() => []);
  const peaks = await Promise.all(
    processes.filter((name) => /^\d+$/.test(name)).map((id) => peakOf(`/proc/${id}`, text)),
  );
  const known = peaks.filter((peak) => peak !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

async function peakOf(folder: string, text: string): Promise<number | undefined> {
  try {
    if (!(await readFile(`${folder}/cmdline`, "utf8")).includes(text)) return undefined;
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`${folder}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
