import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const versioned = z.object({ version: z.string() });
const lock = versioned.extend({ packages: z.object({ "": versioned }) });

/** The version in `package.json`: the one source; everything else has to follow it. */
export async function packageVersionOf(repository: string): Promise<string> {
  return versioned.parse(JSON.parse(await readFile(join(repository, "package.json"), "utf8"))).version;
}

/** What does not follow the version in `package.json`, each with the way to mend it. */
export async function staleVersions(repository: string): Promise<string[]> {
  const read = (...path: string[]) => readFile(join(repository, ...path), "utf8");
  const version = await packageVersionOf(repository);
  const problems: string[] = [];
  const locked = lock.parse(JSON.parse(await read("package-lock.json")));
  if (locked.version !== version || locked.packages[""].version !== version) {
    problems.push(
      `package-lock.json says ${locked.version}, not ${version}: npm install --package-lock-only`,
    );
  }
  const schema = versioned.parse(JSON.parse(await read("provider", "plugin", "schema.json")));
  if (schema.version !== version) {
    problems.push(`schema.json says ${schema.version}, not ${version}: npm run schema`);
  }
  return [...problems, ...changelogProblems(await read("CHANGELOG.md"), version)];
}

/** A release has its own section; until then its changes stand under "Unreleased". */
function changelogProblems(changelog: string, version: string): string[] {
  const newest = /^## \[(.+?)\]/m.exec(changelog)?.[1];
  if (newest === undefined) return ["CHANGELOG.md has no section: ## [Unreleased]"];
  if (newest === "Unreleased" || newest === version) return [];
  return [`CHANGELOG.md is at ${newest}, not ${version}: add ## [${version}]`];
}
