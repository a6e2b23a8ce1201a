import { access, chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FoundCli } from "./foundCli";

const launcherName = "pulumi-resource-pulumi-nodejs";

/** Names our own SDK to the launcher, for a program folder that has none. */
export const fallbackSdkVariable = "HOSTCONFIG_ENGINE_SDK";

/**
 * What the engine starts for dynamic resources. The official distribution brings this as part of its Node.js support,
 * a CLI built from its Go modules has none. The SDK of the program's folder, which is the current one, comes first.
 */
const launcher = `#!/usr/bin/env node
"use strict";
const { createRequire } = require("node:module");
const { join } = require("node:path");

const provider = "@pulumi/pulumi/cmd/dynamic-provider";
let file;
try {
  file = createRequire(join(process.cwd(), "program.js")).resolve(provider);
} catch (error) {
  if (!process.env.${fallbackSdkVariable}) throw error;
  file = createRequire(process.env.${fallbackSdkVariable}).resolve(provider);
}
require(file);
`;

/**
 * Sees to it that the engine finds a launcher for dynamic resources.
 *
 * @param spare a folder to put it in where the CLI's own folder is not ours to write
 * @returns the folder to add to PATH; undefined where the CLI's folder has a launcher
 */
export async function ensureDynamicLauncher(cli: FoundCli, spare: string): Promise<string | undefined> {
  const beside = join(dirname(cli.path), launcherName);
  if (cli.source === "go") {
    // Beside the CLI, because the engine warns in every run about a launcher that it finds elsewhere on PATH.
    await writeLauncher(beside);
    return undefined;
  }
  if (await isThere(beside)) return undefined;
  await mkdir(spare, { recursive: true });
  await writeLauncher(join(spare, launcherName));
  return spare;
}

/** Replaces the file in one step: another process may be starting it. */
async function writeLauncher(file: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === launcher) return;
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, launcher);
  await chmod(temporary, 0o755);
  await rename(temporary, file);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
