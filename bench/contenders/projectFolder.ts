import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for a project, and what removes it. */
export async function projectFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-bench-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
