import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "tar";
import type { PluginBundle } from "./pluginBundle";

/** The platforms that Pulumi downloads plugins for, as it spells them. */
const platforms = ["linux", "darwin", "windows"].flatMap((system) =>
  ["amd64", "arm64"].map((processor) => ({ system, processor })),
);

const posixLauncher = '#!/usr/bin/env node\nrequire("./plugin.js");\n';
const windowsLauncher = '@node "%~dp0plugin.js" %*\r\n';

/** What an archive is made of. */
export interface ArchiveContents {
  readonly version: string;
  readonly bundle: PluginBundle;
  /** The text of `schema.json`. */
  readonly schema: string;
  readonly licence: string;
}

/**
 * Writes one archive a platform, named as `pulumi plugin install` looks for them, and returns their names. The plugin is
 * the same everywhere, since Node.js runs it; what starts it differs.
 */
export async function writePluginArchives(into: string, contents: ArchiveContents): Promise<string[]> {
  const { version, bundle, schema, licence } = contents;
  const files = {
    "plugin.js": bundle.code,
    "plugin.js.LEGAL.txt": bundle.licences,
    "schema.json": schema,
    // Tells the running plugin its version.
    "package.json": JSON.stringify({ name: "pulumi-hostconfig", version, type: "commonjs" }),
    LICENSE: licence,
  };
  const names: string[] = [];
  for (const { system, processor } of platforms) {
    const name = archiveName(version, system, processor);
    await writeArchive(join(into, name), { ...files, ...launcherOf(system) });
    names.push(name);
  }
  return names;
}

/** Such as `pulumi-resource-hostconfig-v1.2.3-linux-amd64.tar.gz`. */
export function archiveName(version: string, system: string, processor: string): string {
  return `pulumi-resource-hostconfig-v${version}-${system}-${processor}.tar.gz`;
}

/** The archive for the machine that this runs on. */
export function ownArchive(version: string): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return archiveName(version, system, process.arch === "x64" ? "amd64" : process.arch);
}

function launcherOf(system: string): Record<string, string> {
  return system === "windows"
    ? { "pulumi-resource-hostconfig.cmd": windowsLauncher }
    : { "pulumi-resource-hostconfig": posixLauncher };
}

async function writeArchive(file: string, files: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-archive-"));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    for (const name of Object.keys(launcherOf("linux"))) {
      if (name in files) await chmod(join(folder, name), 0o755);
    }
    await mkdir(join(file, ".."), { recursive: true });
    // portable and one time for all files: the same content gives the same archive on every machine.
    await create({ file, cwd: folder, gzip: true, portable: true, mtime: new Date(0) }, Object.keys(files));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
