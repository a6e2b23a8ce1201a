// `npm run docs`: writes the reference into the marked regions of the pages in docs/.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pagesOf, remade } from "./pages";

async function main(): Promise<void> {
  for (const page of await pagesOf(join(__dirname, "..", "..", "docs"))) {
    const text = remade(page);
    if (text !== page.text) await writeFile(page.file, text);
  }
}

void main();
