import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { cp, utimes } from "node:fs/promises";
import { join, resolve } from "node:path";
import { cacheFolder } from "../engine/cacheFolder";
import { installOnce } from "../engine/installOnce";
import { report, withProgress } from "../engine/progress";
import { runCommand, type RunOptions } from "../engine/runCommand";
import { sweepOld } from "../engine/sweepOld";

const repository = resolve(__dirname, "..", "..");
const plugin = join(repository, "provider", "plugin");

/** A language that uses a generated SDK. */
export interface Language {
  /** As the generator calls it. */
  name: "dotnet" | "go" | "java" | "nodejs" | "python";
  /** How each tool that is needed tells its version. */
  tools: readonly (readonly [command: string, ...args: string[]])[];
  /** Builds the program in a folder that holds its files, and the SDK below `sdk`; throws where that fails. */
  build: (folder: string) => Promise<void>;
  /** The command that runs the built program. */
  command: (folder: string) => readonly [command: string, ...args: string[]];
}

/** Why a language cannot be used on this machine; undefined where it can. */
function missingTool({ tools }: Pick<Language, "tools">): string | undefined {
  return tools.find(([command, ...args]) => spawnSync(command, args).status !== 0)?.[0];
}

/** `describe` where the language's tools are there; else the tests are skipped, and the reason is printed. */
export function describeWith(language: Pick<Language, "tools"> & { name: string }): jest.Describe {
  const missing = missingTool(language);
  if (missing === undefined) return describe;
  report(`Skipping the tests of ${language.name}: there is no ${missing} on PATH.`);
  return describe.skip;
}

/**
 * The folder of a language's test program, built with the SDK that the schema gives today. Kept in the cache by content.
 */
export async function builtProgram(language: Language): Promise<string> {
  const sources = join(__dirname, language.name);
  const content = createHash("sha256").update(process.platform).update(process.arch);
  for (const tool of language.tools) content.update(spawnSync(tool[0], tool.slice(1)).stdout);
  for (const file of [join(plugin, "schema.json"), ...filesOf(sources), ...filesOf(join(plugin, "sdkgen"))]) {
    content.update(readFileSync(file));
  }
  const prefix = `sdk-${language.name}-`;
  const folder = join(cacheFolder(), `${prefix}${content.digest("hex").slice(0, 16)}`);
  const reason = await installOnce(folder, (into) =>
    withProgress(`Generating and building the SDK for ${language.name}`, () => fill(into, sources, language)),
  );
  if (reason !== undefined) throw new Error(`The SDK for ${language.name} cannot be built: ${reason}`);
  // Its age is the time since it was last used.
  await utimes(folder, new Date(), new Date());
  await sweepOld(cacheFolder(), prefix);
  return folder;
}

async function fill(into: string, sources: string, language: Language): Promise<string | undefined> {
  try {
    await generateSdk(language.name, join(into, "sdk"));
    await cp(sources, into, { recursive: true });
    await language.build(into);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writes the SDK of a language into a folder that is not there yet. */
export function generateSdk(language: Language["name"], out: string): Promise<void> {
  return must("npm", ["run", "-s", "sdk:generate", "--", "--language", language, "--out", out]);
}

/** Runs a command that has to succeed; what it printed is the error where it does not. */
export async function must(command: string, args: string[], options: RunOptions = {}): Promise<void> {
  const cwd = options.cwd ?? repository;
  const { status, stdout, stderr, reason } = await runCommand(command, args, {
    timeoutSeconds: 600,
    ...options,
    cwd,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${reason}\n${stdout}${stderr}`);
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ name }) => join(folder, name)).sort();
}
