import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { packageVersionOf, staleVersions } from "../../scripts/release/versions";
import { temporaryFolder } from "../engine/temporaryFolder";

const repository = resolve(__dirname, "..", "..");
const files = [
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  join("provider", "plugin", "schema.json"),
];

describe("the version of a release", () => {
  const folder = temporaryFolder();

  /** A copy of what tells a version, with one text replaced. */
  async function withReplaced(file: string, from: string | RegExp, to: string): Promise<string> {
    await mkdir(join(folder(), "provider", "plugin"), { recursive: true });
    for (const name of files) await cp(join(repository, name), join(folder(), name));
    const text = await readFile(join(folder(), file), "utf8");
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} does not hold ${String(from)}.`);
    await writeFile(join(folder(), file), changed);
    return folder();
  }

  it("is the same everywhere in this tree", async () => {
    expect(await staleVersions(repository)).toEqual([]);
  });

  it.each([
    ["package-lock.json", /"version": "[^"]+"/, '"version": "0.0.9"', /npm install --package-lock-only/],
    [join("provider", "plugin", "schema.json"), /"version": "[^"]+"/, '"version": "0.0.9"', /npm run schema/],
    ["CHANGELOG.md", "## [Unreleased]", "## [0.0.9]", /add ## \[/],
    ["CHANGELOG.md", "## [Unreleased]", "## Changes", /has no section/],
  ])("is found stale in %s, with the way out", async (file, from, to, wayOut) => {
    const problems = await staleVersions(await withReplaced(file, from, to));
    expect(problems).toEqual([expect.stringMatching(wayOut)]);
  });

  it("may have a section of its own in the changelog", async () => {
    const version = await packageVersionOf(repository);
    expect(
      await staleVersions(await withReplaced("CHANGELOG.md", "## [Unreleased]", `## [${version}]`)),
    ).toEqual([]);
  });
});
