import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { extract } from "tar";
import { z } from "zod";
import { innerNpmEnv } from "./innerNpmEnv";
import { installOnce } from "./installOnce";
import { runCommand } from "./runCommand";
import { sweepOld } from "./sweepOld";

const repository = resolve(__dirname, "..", "..");
/** Belongs to this checkout alone. */
const cache = join(repository, "node_modules", ".cache", "pulumi-hostconfig");

/** Set by `packForRun.ts` to the folder that all tests of a run use. */
export const packedFolderVariable = "HOSTCONFIG_TEST_PACKAGE";

/**
 * A folder whose `node_modules` hold this package as npm would publish it, with links to the dependencies of this
 * checkout. Kept by content, so another build gets another folder. The package has to be built.
 */
export function packedPackage(): Promise<string> {
  const ofRun = process.env[packedFolderVariable];
  packed ??= ofRun === undefined ? packOnce() : Promise.resolve(ofRun);
  return packed;
}

let packed: Promise<string> | undefined;

/** The file that `npx pulumi-hostconfig` runs. */
export async function packedCommandLine(): Promise<string> {
  return join(await packedOwn(), "dist", "provider", "cli", "main.js");
}

/** The folder of this package among the modules. */
export async function packedOwn(): Promise<string> {
  return join(await packedPackage(), "node_modules", "pulumi-hostconfig");
}

async function packOnce(): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), "hostconfig-pack-"));
  try {
    const tarball = await npmPack(temporary);
    const content = createHash("sha256").update(await readFile(tarball));
    const folder = join(cache, `packed-${content.digest("hex").slice(0, 16)}`);
    const reason = await installOnce(folder, (into) => install(into, tarball));
    if (reason !== undefined) throw new Error(`The packed package cannot be installed: ${reason}`);
    // Its age is the time since it was last used.
    await utimes(folder, new Date(), new Date());
    await sweepOld(cache, "packed-");
    return folder;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The tarball that `npm publish` would upload. */
export async function npmPack(into: string): Promise<string> {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", into];
  const { status, stdout, reason } = await runCommand("npm", args, {
    cwd: repository,
    env: innerNpmEnv(),
    timeoutSeconds: 300,
  });
  const name = stdout.trim().split("\n").at(-1);
  if (status !== 0 || !name) throw new Error(`npm pack failed: ${reason}`);
  return join(into, name);
}

const manifestShape = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()),
});

async function install(into: string, tarball: string): Promise<undefined> {
  await writeFile(join(into, "package.json"), JSON.stringify({ name: "program", private: true }));
  const modules = join(into, "node_modules");
  const own = join(modules, "pulumi-hostconfig");
  await mkdir(own, { recursive: true });
  await extract({ file: tarball, cwd: own, strip: 1 });
  const manifest = manifestShape.parse(JSON.parse(await readFile(join(own, "package.json"), "utf8")));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    await link(join(repository, "node_modules", name), join(modules, name));
  }
  for (const [name, file] of Object.entries(manifest.bin)) {
    // As npm does it: the archive has the compiler's files, which nobody may execute.
    await chmod(join(own, file), 0o755);
    await link(join(own, file), join(modules, ".bin", name));
  }
}

/** A relative link, which stays right when the folder gets its final name. */
async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(relative(dirname(path), target), path);
}
