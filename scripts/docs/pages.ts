import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withRegions } from "./markedRegions";
import { referenceTables } from "./referenceTables";

/** A page of the documentation. */
export interface Page {
  readonly file: string;
  /** As it is on the disk. */
  readonly text: string;
}

/** The pages of a folder, without those of the folders in it. */
export async function pagesOf(folder: string): Promise<Page[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { file, text: await readFile(file, "utf8") };
    }),
  );
}

/** The page as the definitions give it today. */
export function remade({ text }: Page): string {
  return withRegions(text, referenceTables());
}
