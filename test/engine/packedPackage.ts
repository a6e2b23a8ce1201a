import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder } from "./cacheFolder";
import { innerNpmEnv } from "./innerNpmEnv";
import { installOnce } from "./installOnce";
import { sweepOld } from "./sweepOld";
import { withProgress } from "./progress";
import { runCommand, type RunResult } from "./runCommand";

const repository = resolve(__dirname, "..", "..");

/**
 * A folder whose `node_modules` hold this package as npm would publish it, installed with what it depends on and with
 * the Pulumi SDK that the tests use. Kept in the cache by content, so only a change of the package costs a new install.
 * The package has to be built.
 */
export function packedPackage(cache: string = cacheFolder()): Promise<string> {
  known ??= installPacked(cache);
  return known;
}

let known: Promise<string> | undefined;

async function installPacked(cache: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), "hostconfig-pack-"));
  try {
    const tarball = await pack(temporary);
    const sdk = `@pulumi/pulumi@${await sdkVersion()}`;
    const content = createHash("sha256")
      .update(await readFile(tarball))
      .update(sdk)
      .update(process.version);
    const folder = join(cache, `packed-${content.digest("hex").slice(0, 16)}`);
    const reason = await installOnce(folder, (into) =>
      withProgress("Installing the packed package with its dependencies", () => install(into, tarball, sdk)),
    );
    if (reason !== undefined) throw new Error(`The packed package cannot be installed: ${reason}`);
    // Its age is the time since it was last used.
    await utimes(folder, new Date(), new Date());
    await sweepOld(cache, "packed-");
    return folder;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function pack(into: string): Promise<string> {
  const packed = await npm(["pack", "--ignore-scripts", "--silent", "--pack-destination", into], repository);
  const name = packed.stdout.trim().split("\n").at(-1);
  if (packed.status !== 0 || !name) throw new Error(`npm pack failed: ${packed.reason}`);
  return join(into, name);
}

async function install(into: string, tarball: string, sdk: string): Promise<string | undefined> {
  await writeFile(join(into, "package.json"), JSON.stringify({ name: "program", private: true }));
  // --install-links: copies the tarball's content, as an install from the registry does.
  const result = await npm(
    ["install", "--no-audit", "--no-fund", "--no-save", "--prefer-offline", "--install-links", tarball, sdk],
    into,
  );
  return result.status === 0 ? undefined : result.reason;
}

function npm(args: readonly string[], cwd: string): Promise<RunResult> {
  return runCommand("npm", args, { cwd, env: innerNpmEnv(), timeoutSeconds: 300 });
}

async function sdkVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(repository, "node_modules", "@pulumi", "pulumi", "package.json"), "utf8"),
  );
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new Error("The installed @pulumi/pulumi does not tell its version.");
}
