import { z } from "zod";
import { readSettings, type Settings } from "../../api/settings";
import { CommandError } from "../errors/commandError";
import { plainText } from "../output/plainText";
import type { Surroundings } from "../surroundings";
import { parseJson } from "./parseJson";
import { refuseMisspelt } from "./refuseMisspelt";

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
  const settings = readSettings((key) => config.get(`hostconfig:${key}`), surroundings.env);
  // A missing token is told before anything else is done.
  settings.token();
  return settings;
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
