import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The commands of the first block of shell in a folder's README, each as its words. */
export async function readmeCommands(folder: string): Promise<string[][]> {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const block = /```bash\n(.*?)```/s.exec(readme)?.[1];
  if (block === undefined) throw new Error(`${folder}/README.md has no block of shell.`);
  return commandsOf(block);
}

/** The commands of a block of shell, each as its words. */
export function commandsOf(block: string): string[][] {
  return block
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map(words);
}

/** Splits a line as a shell does, as far as a README needs it: spaces, and single quotes around a word. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
