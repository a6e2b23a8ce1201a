import { randomBytes } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../errors";
import type { ProjectFile } from "./projectFiles";

/** What became of a file. */
export interface WrittenFile {
  path: string;
  /** `kept`: it was there already, and is left as it is. `planned`: would be written, and nothing is. */
  result: "written" | "kept" | "planned";
}

/**
 * Writes a project's files. Of a file that is there already, nothing is lost: a scaffold is kept, and anything else stops
 * the whole before the first write. What may hold configuration values is for the user alone to read, and so is a folder
 * that is made for it.
 *
 * @param force whether to write over them all the same
 * @throws CommandError
 */
export async function writeProject(
  folder: string,
  files: readonly ProjectFile[],
  force: boolean,
): Promise<WrittenFile[]> {
  const present = await Promise.all(files.map(({ path }) => contentOf(join(folder, path))));
  const isThere = (index: number) => present[index] !== undefined && present[index] !== files[index]?.text;
  const inTheWay = files.filter(({ scaffold }, index) => isThere(index) && !scaffold);
  if (inTheWay.length > 0 && !force) {
    throw new CommandError(
      `${inTheWay.map(({ path }) => join(folder, path)).join(" and ")} ${inTheWay.length === 1 ? "is" : "are"} there already; nothing was written.`,
      ["`--out DIR` writes into another folder.", "`--force` writes over it."],
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => cannotWrite(folder, error));
  const written: WrittenFile[] = [];
  for (const [index, { path, text, scaffold }] of files.entries()) {
    const kept = scaffold && isThere(index) && !force;
    const file = join(folder, path);
    const write = scaffold ? writeFile : writePrivate;
    if (!kept) await write(file, text).catch((error: unknown) => cannotWrite(file, error));
    written.push({ path: file, result: kept ? "kept" : "written" });
  }
  return written;
}

/** What {@link writeProject} would write, whatever is there. */
export function plannedFiles(folder: string, files: readonly ProjectFile[]): WrittenFile[] {
  return files.map(({ path }) => ({ path: join(folder, path), result: "planned" }));
}

/**
 * Writes a file that nobody else can read, from its first byte on. A new file takes the place of what was there: an old
 * file may be open elsewhere or have another mode, and a symbolic link would lead the values to another place.
 */
async function writePrivate(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  // A symbolic link that leads nowhere is there, too.
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return readFile(file, "utf8").catch((error: unknown) => cannotWrite(file, error));
}

/** @throws CommandError where the system refuses a file or a folder, as in one that is mounted read-only */
function cannotWrite(path: string, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new CommandError(`${path} cannot be written: ${why}`, ["`--out DIR` writes into another folder."]);
}
