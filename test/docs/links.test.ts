import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { documents, linksOf, proseOf, repository, type Document } from "./documents";

const all = documents();

const targetsOf = (document: Document) => linksOf(proseOf(document));

/** The names by which a page's headings are linked to. */
function anchorsOf(document: Document): string[] {
  const headings = [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("a link", () => {
  it.each(all.filter((document) => targetsOf(document).length > 0))(
    "of $file leads somewhere",
    (document) => {
      for (const target of targetsOf(document)) {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? document.file : posix.join(dirname(document.file), path);
        expect({ target, there: existsSync(join(repository, file)) }).toEqual({ target, there: true });
        const page = all.find((other) => other.file === file);
        if (anchor !== undefined) expect(page === undefined ? [] : anchorsOf(page)).toContain(anchor);
      }
    },
  );
});

describe("the documentation", () => {
  const reached = (from: string) => {
    const document = all.find(({ file }) => file === from);
    const targets = document === undefined ? [] : targetsOf(document);
    return targets.map((target) => posix.join(dirname(from), target.split("#")[0] ?? ""));
  };

  it("leads from the README and from its own front page to every page", () => {
    const pages = all.map(({ file }) => file).filter((file) => /^docs\/[a-z][^/]*\.md$/.test(file));
    for (const front of ["README.md", "docs/_index.md"]) {
      expect(reached(front)).toEqual(expect.arrayContaining(pages));
    }
  });

  it("lists every decision", () => {
    const decisions = all.map(({ file }) => file).filter((file) => /^docs\/decisions\/\d/.test(file));
    expect(reached("docs/decisions/README.md")).toEqual(decisions);
  });

  const pictures = readdirSync(join(repository, "docs", "images"));

  it.each(pictures)("shows %s in light and in dark, and says what it shows", (picture) => {
    const svg = readFileSync(join(repository, "docs", "images", picture), "utf8");
    expect(svg).toContain("@media (prefers-color-scheme: dark)");
    expect(svg).toMatch(/<title>.+<\/title>\s*<desc>.+<\/desc>/);
    const shown = all.flatMap(({ text }) => [...text.matchAll(/!\[([^\]]+)\]\((images\/[^)]+)\)/g)]);
    expect(shown.map(([, , path]) => path)).toContain(`images/${picture}`);
  });
});
