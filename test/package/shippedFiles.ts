import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { packedOwn } from "../engine/packedPackage";

/** The files that npm would publish, in alphabetical order. */
export async function shippedFiles(): Promise<string[]> {
  const folder = await packedOwn();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"))
    .sort();
}
