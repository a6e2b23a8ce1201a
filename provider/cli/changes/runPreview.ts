import { parseJson } from "../connection/parseJson";
import { CommandError } from "../errors/commandError";
import { plainOutput } from "../../lifecycle/deployment/jobOutput";
import type { Surroundings } from "../surroundings";
import { previewDigest, type PreviewDigest, type PreviewStep } from "./previewDigest";

/** What a preview found. */
export interface Preview {
  steps: readonly PreviewStep[];
  /** How many resources would be changed, by the CLI's own count. */
  changes: number;
  /** What the resources had to say, one text each. */
  warnings: readonly string[];
}

/**
 * Runs a preview of the Pulumi CLI in the current folder.
 *
 * @param args the CLI's command, such as `["refresh", "--preview-only"]`
 * @throws CommandError with what the CLI said
 */
export async function runPreview(
  { run }: Surroundings,
  args: readonly string[],
  stack: string | undefined,
): Promise<Preview> {
  const chosen = stack === undefined ? [] : ["--stack", stack];
  const { status, stdout, stderr } = await run("pulumi", [...args, "--json", "--non-interactive", ...chosen]);
  if (status === undefined) {
    throw new CommandError("There is no `pulumi` on PATH.", [
      "Install it: https://www.pulumi.com/docs/install/",
    ]);
  }
  const parsed = previewDigest.safeParse(parseJson(stdout));
  const said = messages(parsed.data?.diagnostics ?? [], ["error"]);
  const command = `pulumi ${args.join(" ")}`;
  if (status !== 0 || said.length > 0) {
    const reason = said.length > 0 ? said.join("\n") : plainOutput(stderr || stdout).trim();
    throw new CommandError(`\`${command}\` failed: ${reason}`, steps(reason));
  }
  if (!parsed.success) throw new CommandError(`\`${command} --json\` printed something that is no preview.`);
  return {
    steps: parsed.data.steps ?? [],
    changes: ["create", "update", "delete", "replace"].reduce(
      (sum, op) => sum + (parsed.data.changeSummary?.[op] ?? 0),
      0,
    ),
    warnings: messages(parsed.data.diagnostics ?? [], ["warning"]),
  };
}

type Diagnostic = NonNullable<PreviewDigest["diagnostics"]>[number];

/** The texts of these severities, each once. */
function messages(diagnostics: readonly Diagnostic[], severities: readonly string[]): string[] {
  const texts = diagnostics
    .filter(({ severity }) => severities.includes(severity ?? ""))
    .map(({ message }) => plainOutput(message ?? "").trim());
  return [...new Set(texts)].filter((text) => text !== "");
}

function steps(reason: string): string[] {
  if (/stack is currently locked|the current lock/i.test(reason)) {
    return ["Where no other run works on the stack, its lock was left by a killed one: `pulumi cancel`."];
  }
  return [];
}
