import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ApiError, SettingsError } from "../api/errors";
import { misspelledSettings } from "../api/suggestions";
import { readSettings, type Settings } from "../api/settings";
import { CommandError } from "./errors";
import { plainText } from "./output";
import type { Surroundings } from "./surroundings";

const namespace = "hostconfig:";

/**
 * The settings: a stack's configuration where one is named, then the environment, then the defaults.
 *
 * @throws SettingsError, CommandError
 */
export async function readConnection(
  surroundings: Surroundings,
  stack: string | undefined,
): Promise<Settings> {
  const config = stack === undefined ? new Map<string, string>() : await stackConfig(surroundings, stack);
  const settings = readSettings((key) => config.get(namespace + key), surroundings.env);
  // A missing token is an error before anything else is done.
  settings.token();
  return settings;
}

/** What to do about an error, one line each: about settings, the service, or as the error itself says. */
export function stepsFor(error: unknown, { cwd }: Surroundings): readonly string[] {
  if (error instanceof CommandError) return error.steps;
  if (error instanceof ApiError) return ["`npx pulumi-hostconfig doctor` checks address, token and service."];
  if (!(error instanceof SettingsError)) return [];
  const stack = "`--stack NAME` takes both from the configuration of a stack.";
  return [
    "Set HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN in the environment.",
    projectFile(cwd) === undefined
      ? `In the folder of a Pulumi project, ${stack}`
      : `This folder belongs to a Pulumi project: ${stack}`,
  ];
}

const configuration = z.record(z.string(), z.object({ value: z.string().optional() }));

/** The configuration of a stack, secrets opened; the CLI asks for what it needs to open them. */
async function stackConfig(surroundings: Surroundings, stack: string): Promise<Map<string, string>> {
  const { status, stdout, stderr } = await surroundings.run("pulumi", [
    "config",
    "--json",
    "--show-secrets",
    "--stack",
    stack,
  ]);
  if (status === undefined) {
    throw new CommandError("--stack needs the Pulumi CLI, and there is no `pulumi` on PATH.", [
      "Install it: https://www.pulumi.com/docs/install/",
      "Or leave --stack out, and set HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN.",
    ]);
  }
  if (status !== 0) {
    throw new CommandError(`The configuration of the stack "${stack}" cannot be read: ${plainText(stderr)}`, [
      "`pulumi stack ls` lists the stacks of the project in this folder.",
    ]);
  }
  const parsed = configuration.safeParse(parseJson(stdout));
  if (!parsed.success) {
    throw new CommandError("`pulumi config --json` printed something that is no configuration.");
  }
  refuseMisspelt(Object.keys(parsed.data));
  return new Map(
    Object.entries(parsed.data).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The name of the project in the folder, or in one above it; `undefined` if there is none, or none that can be read. */
export function projectName(folder: string): string | undefined {
  const file = projectFile(folder);
  if (file === undefined) return undefined;
  try {
    return /^\s*"?name"?\s*:\s*["']?([\w.-]+)/m.exec(readFileSync(file, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

function projectFile(folder: string): string | undefined {
  const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name));
  const found = files.find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}

/**
 * Refuses a stack's configuration with an unknown key of this provider: an `up` refuses it as well, and the command
 * would run without the setting that was meant.
 *
 * @param keys of every namespace
 * @throws CommandError
 */
export function refuseMisspelt(keys: readonly string[]): void {
  const own = keys.filter((key) => key.startsWith(namespace));
  const problems = misspelledSettings(own.map((key) => key.slice(namespace.length)));
  if (problems.length > 0) throw new CommandError(problems.join(" "));
}

/** The value of a JSON text that another program printed; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
