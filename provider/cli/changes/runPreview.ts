import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { safeText } from "../../api/safeText";
import { finding, findingsVariable, type Finding } from "../../runtime/findings";
import { parseJson, refuseMisspelt } from "../connection";
import { CommandError } from "../errors";
import { collapsedMessages } from "./changesReport";
import type { Surroundings } from "../surroundings";
import { previewDigest, type PreviewDigest, type PreviewStep } from "./previewDigest";

/** What a preview found. */
export interface Preview {
  steps: readonly PreviewStep[];
  /** How many resources would be changed, by the CLI's own count. */
  changes: number;
  /** What the resources had to say, each once. */
  warnings: readonly string[];
  /** What the providers of hosts and groups have found, in this order. */
  findings: readonly Finding[];
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
  const words = [...args, "--json", "--non-interactive", ...chosen];
  const [{ status, stdout, stderr }, findings] = await collecting((env) => run("pulumi", words, env));
  if (status === undefined) {
    throw new CommandError("There is no `pulumi` on PATH.", [
      "Install it: https://www.pulumi.com/docs/install/",
    ]);
  }
  const parsed = previewDigest.safeParse(parseJson(stdout));
  const diagnostics = parsed.data?.diagnostics ?? [];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const command = `pulumi ${args.join(" ")}`;
  if (status !== 0 || errors.length > 0) {
    const told = collapsedMessages(errors.map(textOf).filter((text) => !/^(?:preview failed)?$/.test(text)));
    // What a program printed to stderr: a program in YAML says there what is wrong with it.
    const printed = diagnostics.filter(({ severity }) => severity === "info#err").map(textOf);
    const reason =
      [told, printed].find(({ length }) => length > 0)?.join("\n") ?? withoutPrefix(stderr || stdout);
    throw new CommandError(`\`${command}\` failed: ${reason}`, steps(reason, errors, stack));
  }
  if (!parsed.success) throw new CommandError(`\`${command} --json\` printed something that is no preview.`);
  refuseMisspelt(Object.keys(parsed.data.config ?? {}));
  return {
    steps: parsed.data.steps ?? [],
    changes: ["create", "update", "delete", "replace"].reduce(
      (sum, op) => sum + (parsed.data.changeSummary?.[op] ?? 0),
      0,
    ),
    warnings: warningsOf(diagnostics),
    findings,
  };
}

type Diagnostic = NonNullable<PreviewDigest["diagnostics"]>[number];

function warningsOf(diagnostics: readonly Diagnostic[]): string[] {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").map(textOf);
  return [...new Set(warnings.filter((text) => text !== ""))];
}

/** Runs a program beside a file, for nobody else to read, in which the providers leave their findings. */
async function collecting<Result>(
  program: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<[Result, Finding[]]> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-findings-"));
  try {
    const file = join(folder, "findings.jsonl");
    const result = await program({ [findingsVariable]: file });
    const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
    return [result, lines.flatMap((line) => finding.safeParse(parseJson(line)).data ?? [])];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function textOf({ message }: Diagnostic): string {
  return withoutPrefix(message ?? "");
}

/** The text without what the CLI puts before it, which is told already. */
function withoutPrefix(text: string): string {
  return safeText(text)
    .trim()
    .replace(/^(?:error|warning): +/, "")
    .replace(/^Preview failed: +/, "");
}

function steps(reason: string, errors: readonly Diagnostic[], stack: string | undefined): string[] {
  if (/stack is currently locked|the current lock/i.test(reason)) {
    return ["Where no other run works on the stack, its lock was left by a killed one: `pulumi cancel`."];
  }
  if (/no stack named|no stack selected/i.test(reason)) {
    return [
      "`pulumi stack ls` lists the stacks of the project in this folder, and `--stack NAME` names one.",
    ];
  }
  if (errors.some(({ urn }) => urn?.includes("hostconfig"))) {
    const chosen = stack === undefined ? "" : ` --stack ${stack}`;
    return [`\`npx pulumi-hostconfig doctor${chosen}\` checks settings, address, token and service.`];
  }
  return [];
}
