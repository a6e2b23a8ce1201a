import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withProgress } from "../../test/engine/progress";
import { billOfMaterials } from "../sbom";
import { mustRun } from "./mustRun";
import { writePluginArchives } from "./pluginArchives";
import { bundlePlugin } from "./pluginBundle";

/** The software bill of materials, as CycloneDX. */
const billName = "sbom.cdx.json";

/** The files of a release. */
export interface Release {
  readonly version: string;
  /** Holds everything below, the bill of materials, and `SHA256SUMS`. */
  readonly folder: string;
  /** The npm package. */
  readonly tarball: string;
  /** The plugin for those who have no npm, one archive a platform. */
  readonly archives: readonly string[];
  /** The SDKs that the schema gives, by language. */
  readonly sdks: Readonly<Record<"go" | "python", string>>;
}

/** Makes every file of a release from the built package, in a folder that is emptied first. */
export async function buildRelease(repository: string, version: string): Promise<Release> {
  const folder = join(repository, "release");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bill = await withProgress("Listing what the package needs at run time", billOfMaterials);
  // The npm package carries it, and so does the release.
  for (const file of [join(repository, "dist", billName), join(folder, billName)])
    await writeFile(file, bill);
  const tarball = await withProgress("Packing the npm package", () => pack(repository, folder));
  const archives = await withProgress("Bundling the plugin", async () =>
    writePluginArchives(folder, {
      version,
      bundle: await bundlePlugin(repository),
      schema: await readFile(join(repository, "provider", "plugin", "schema.json"), "utf8"),
      licence: await readFile(join(repository, "LICENSE"), "utf8"),
    }),
  );
  const sdks = { go: join(folder, "sdk", "go"), python: join(folder, "sdk", "python") };
  for (const [language, out] of Object.entries(sdks)) {
    await withProgress(`Generating the SDK for ${language}`, () =>
      mustRun("npm", ["run", "-s", "sdk:generate", "--", "--language", language, "--out", out], repository),
    );
  }
  await writeSums(folder);
  return { version, folder, tarball, archives, sdks };
}

async function pack(repository: string, into: string): Promise<string> {
  const printed = await mustRun(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--pack-destination", into],
    repository,
  );
  return printed.trim().split("\n").at(-1) ?? "";
}

/** `SHA256SUMS` in the form that `sha256sum --check` reads. */
async function writeSums(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const lines = names.sort().map(async (name) => {
    const content = await readFile(join(folder, name));
    return `${createHash("sha256").update(content).digest("hex")}  ${name}\n`;
  });
  await writeFile(join(folder, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}
