import { packedCommandLine } from "../engine/packedPackage";
import type { RunResult } from "../engine/runCommand";
import type { Run, StackConfig } from "./door";

/** `npx pulumi-hostconfig drift`, as the words of a command. */
export async function driftCommand(): Promise<[command: string, args: string[]]> {
  return [process.execPath, [await packedCommandLine(), "drift", "--stack", "dev"]];
}

/** Runs the CLI on a program's stack. */
export type RunPulumi = (args: readonly string[]) => Promise<RunResult>;

/** How a command of the CLI ended. */
export function fromCommand({ status, stdout, stderr }: RunResult): Run {
  return { ok: status === 0, output: stdout + stderr };
}

/** `pulumi config set`, the token as a secret. */
export async function setConfig(
  pulumi: RunPulumi,
  { baseUrl, token, onConflict }: StackConfig,
): Promise<void> {
  if (baseUrl !== undefined) await pulumi(["config", "set", "hostconfig:baseUrl", baseUrl]);
  if (token !== undefined) await pulumi(["config", "set", "--secret", "hostconfig:token", token]);
  if (onConflict !== undefined) await pulumi(["config", "set", "hostconfig:onConflict", onConflict]);
}

/** `pulumi stack output` */
export async function stackOutputs(
  pulumi: RunPulumi,
  { showSecrets } = { showSecrets: false },
): Promise<Record<string, unknown>> {
  const { stdout } = await pulumi(["stack", "output", "--json", ...(showSecrets ? ["--show-secrets"] : [])]);
  return JSON.parse(stdout) as Record<string, unknown>;
}
