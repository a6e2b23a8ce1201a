import { dirname, posix } from "node:path";
import { documents, linksOf, proseOf } from "../docs/documents";
import { shippedFiles } from "./shippedFiles";

jest.setTimeout(120_000);

const pages = documents().filter(({ file }) => /^([A-Z]+\.md$|docs\/)/.test(file));
const speaksOfACheckout = (text: string) => /\bin a checkout\b/i.test(text);

let shipped: string[];
beforeAll(async () => {
  shipped = await shippedFiles();
});
const isShipped = (path: string) => shipped.some((file) => file === path || file.startsWith(`${path}/`));

/** Paragraphs and points of a list. */
const passagesOf = (prose: string) => prose.split(/\n\s*\n|\n(?=\s*- )/);

describe("a page that the package carries", () => {
  it("is every page of the documentation, and the README", () => {
    const carried = pages.filter(({ file }) => isShipped(file)).map(({ file }) => file);
    expect(carried).toEqual(pages.map(({ file }) => file).filter((file) => file !== "ARCHITECTURE.md"));
  });

  it.each(pages)("leads to files of the package, or says that they are in a checkout: $file", (page) => {
    if (!isShipped(page.file)) return;
    const lost = passagesOf(proseOf(page))
      .filter((passage) => !speaksOfACheckout(passage))
      .flatMap(linksOf)
      .map((target) => target.replace(/#.*$/, ""))
      .filter((path) => path !== "" && !isShipped(posix.join(dirname(page.file), path)));
    expect(lost).toEqual([]);
  });

  // What the changelog tells is of the repository.
  const guides = pages.filter(({ file }) => file !== "CHANGELOG.md");

  it.each(guides)("names scripts of package.json only where it speaks of a checkout: $file", (page) => {
    if (!isShipped(page.file)) return;
    const sections = page.text.replaceAll(/<!--[^]*?-->/g, "").split(/^(?=## )/m);
    const lost = sections.filter((text) => /\bnpm (run|test)\b/.test(text) && !speaksOfACheckout(text));
    expect(lost.map((text) => text.split("\n")[0])).toEqual([]);
  });
});
