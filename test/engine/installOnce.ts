import { access, constants, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { withLock } from "./buildLock";
import { errorCode } from "./errorCode";

/** A folder left by a build that was interrupted is swept after this long. */
const leftoverAfterMs = 60 * 60 * 1000;

/**
 * Fills a folder of the cache once. It appears complete or not at all: it is filled under another name and then
 * renamed, so an interrupted run leaves nothing that looks finished. A lock keeps two processes from doing the same
 * work; should both do it all the same, the first to finish wins and nothing breaks.
 *
 * @param fill gets the empty folder to fill, and returns a reason where that was not possible
 * @returns undefined when the folder is there, else the reason
 * @throws an error that names the way out, where the cache cannot be written to
 */
export async function installOnce(
  folder: string,
  fill: (into: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (await exists(folder)) return undefined;
  await openCache(dirname(folder));
  return withLock(`${folder}.lock`, async () => {
    if (await exists(folder)) return undefined;
    await sweepLeftovers(folder);
    const temporary = await mkdtemp(`${folder}.part-`);
    try {
      const reason = await fill(temporary);
      if (reason === undefined) await moveIntoPlace(temporary, folder);
      return reason;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
}

/** A container often has a home that nobody may write to, such as `/`. */
async function openCache(cache: string): Promise<void> {
  try {
    await mkdir(cache, { recursive: true });
    await access(cache, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The cache ${cache} cannot be written to (${errorCode(error)}). HOSTCONFIG_ENGINE_CACHE names another folder for it.`,
      { cause: error },
    );
  }
}

async function moveIntoPlace(temporary: string, folder: string): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    // Another process finished first: its folder is as good.
    if (!(await exists(folder))) throw error;
  }
}

async function sweepLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.part-`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const leftover = join(dirname(folder), name);
    const age = Date.now() - (await stat(leftover)).mtimeMs;
    if (age > leftoverAfterMs) await rm(leftover, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
