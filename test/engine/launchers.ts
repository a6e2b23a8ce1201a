import { access, chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FoundCli } from "./foundCli";

/** Where the launchers find what they start; part of every engine's environment. */
export const launcherEnv = {
  /** Our own SDK, for a program folder that has none. */
  HOSTCONFIG_ENGINE_SDK: __filename,
  HOSTCONFIG_LANGUAGE_HOSTS: join(__dirname, "languages", "host.cjs"),
} as const;

/** For dynamic resources. The SDK of the program's folder, which is the current one, comes first. */
const dynamicProvider = `#!/usr/bin/env node
"use strict";
const { createRequire } = require("node:module");
const { join } = require("node:path");

const provider = "@pulumi/pulumi/cmd/dynamic-provider";
let file;
try {
  file = createRequire(join(process.cwd(), "program.js")).resolve(provider);
} catch (error) {
  if (!process.env.HOSTCONFIG_ENGINE_SDK) throw error;
  file = createRequire(process.env.HOSTCONFIG_ENGINE_SDK).resolve(provider);
}
require(file);
`;

const languageHost = (language: string) => `#!/usr/bin/env node
"use strict";
require(process.env.HOSTCONFIG_LANGUAGE_HOSTS)("${language}");
`;

/**
 * What the engine starts for dynamic resources and for programs. The official distribution brings all of it, a CLI built
 * from its Go modules brings the host for YAML only.
 */
const launchers = {
  "pulumi-resource-pulumi-nodejs": dynamicProvider,
  "pulumi-language-nodejs": languageHost("nodejs"),
  "pulumi-language-python": languageHost("python"),
  "pulumi-language-go": languageHost("go"),
};

/**
 * Sees to it that the engine finds what it starts for dynamic resources and for programs.
 *
 * @param spare a folder to put launchers in where the CLI's own folder is not ours to write
 * @returns the folder to add to PATH; undefined where the CLI's folder has everything
 */
export async function ensureLaunchers(cli: FoundCli, spare: string): Promise<string | undefined> {
  // Beside a CLI of ours, because the engine warns in every run about a launcher that it finds elsewhere on PATH.
  if (cli.source === "go") {
    await writeLaunchers(dirname(cli.path), Object.keys(launchers));
    return undefined;
  }
  const there = await Promise.all(
    Object.keys(launchers).map((name) => isThere(join(dirname(cli.path), name))),
  );
  const missing = Object.keys(launchers).filter((_, index) => there[index] !== true);
  if (missing.length === 0) return undefined;
  await writeLaunchers(spare, missing);
  return spare;
}

async function writeLaunchers(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(launchers)) {
    if (names.includes(name)) await writeLauncher(join(folder, name), text);
  }
}

/** Replaces the file in one step: another process may be starting it. */
async function writeLauncher(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text);
  await chmod(temporary, 0o755);
  await rename(temporary, file);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
