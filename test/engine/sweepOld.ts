import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const keep = 5;
/** A younger folder may be in use by a run that is still going on. */
const leastAgeMs = 2 * 60 * 60 * 1000;

/** Removes the folders of this prefix from the cache, except the latest few and those used in the last hours. */
export async function sweepOld(cache: string, prefix: string, now = Date.now()): Promise<void> {
  const folders: { path: string; usedAt: number }[] = [];
  for (const entry of await readdir(cache, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue;
    const path = join(cache, entry.name);
    folders.push({ path, usedAt: (await stat(path)).mtimeMs });
  }
  folders.sort((left, right) => right.usedAt - left.usedAt);
  for (const { path, usedAt } of folders.slice(keep)) {
    if (now - usedAt > leastAgeMs) await rm(path, { recursive: true, force: true });
  }
}
