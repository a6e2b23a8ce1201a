import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { safeText } from "../../api/safeText";
import { openText, openTexts } from "../../runtime/carriedText";
import { finding, findingsVariable, type Finding } from "../../runtime/findings";
import { parseJson, refuseMisspelt } from "../connection";
import { CommandError } from "../errors";
import type { Surroundings } from "../surroundings";
import { collapsedMessages, partsOf, resourceKind } from "./changesReport";

/** What a preview found. */
export interface Preview {
  steps: readonly PreviewStep[];
  /** How many resources would be changed, by the CLI's own count. */
  changes: number;
  /** Warnings of the resources, each once. */
  warnings: readonly string[];
  /** What the providers of hosts and groups have found, by the URN of the step; of several findings the last. */
  found: ReadonlyMap<string, Finding>;
}

/** The properties of a resource, texts as the service has them. */
const properties = z
  .record(z.string(), z.json())
  .transform((record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [openText(key), openTexts(value)])),
  );

/** A resource as it was, or as it would be; secrets are `[secret]`. */
const resourceState = z.object({
  id: z.string().optional(),
  type: z.string(),
  inputs: properties.nullish(),
  outputs: properties.nullish(),
});

export type ResourceState = z.infer<typeof resourceState>;

const previewStep = z.object({
  /** What the engine would do: `same`, `create`, `update`, `delete`, `replace` and its parts, `refresh`, … */
  op: z.string(),
  urn: z.string(),
  oldState: resourceState.nullish(),
  newState: resourceState.nullish(),
  /** By the path of each value, secret ones included; dynamic resources have none. */
  detailedDiff: z.record(z.string(), z.object({ kind: z.string() })).nullish(),
});

export type PreviewStep = z.infer<typeof previewStep>;

const diagnostic = z.object({
  urn: z.string().nullish(),
  message: z.string().nullish(),
  severity: z.string().nullish(),
});

type Diagnostic = z.infer<typeof diagnostic>;

/** What `pulumi preview --json` and `pulumi refresh --preview-only --json` print. */
const previewDigest = z.object({
  steps: z.array(previewStep).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  /** The stack's configuration; only its keys matter here. */
  config: z.record(z.string(), z.unknown()).nullish(),
  /** How many resources there are by what the engine would do. */
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/**
 * Runs a preview of the Pulumi CLI in the current folder.
 *
 * @param args the CLI's command, such as `["refresh", "--preview-only"]`
 * @throws CommandError with the CLI's own message
 */
export async function pulumiPreview(
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
  const { data: digest } = previewDigest.safeParse(parseJson(stdout));
  const diagnostics = digest?.diagnostics ?? [];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const command = `pulumi ${args.join(" ")}`;
  if (status !== 0 || errors.length > 0) {
    const reason = failureReason(diagnostics) ?? withoutPrefix(stderr || stdout);
    throw new CommandError(`\`${command}\` failed: ${reason}`, stepsAfter(reason, errors, stack));
  }
  if (digest === undefined)
    throw new CommandError(`\`${command} --json\` printed something that is no preview.`);
  refuseMisspelt(Object.keys(digest.config ?? {}));
  const steps = digest.steps ?? [];
  const counts = ["create", "update", "delete", "replace"].map((op) => digest.changeSummary?.[op] ?? 0);
  const operation = args[0] === "refresh" ? "read" : "diff";
  return {
    steps,
    changes: counts.reduce((sum, count) => sum + count, 0),
    warnings: [...new Set(textsOf(diagnostics, "warning").filter((text) => text !== ""))],
    found: foundBy(operation, findings, steps),
  };
}

/** Runs a program beside a file that only this user can read, in which the providers leave their findings. */
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

function failureReason(diagnostics: readonly Diagnostic[]): string | undefined {
  const errors = textsOf(diagnostics, "error").filter((text) => !/^(?:preview failed)?$/.test(text));
  // A program in YAML prints to stderr what is wrong with it.
  const lines = errors.length > 0 ? collapsedMessages(errors) : textsOf(diagnostics, "info#err");
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function textsOf(diagnostics: readonly Diagnostic[], wanted: string): string[] {
  return diagnostics
    .filter(({ severity }) => severity === wanted)
    .map(({ message }) => withoutPrefix(message ?? ""));
}

/** The text without what the CLI puts before it, which is known already. */
function withoutPrefix(text: string): string {
  return safeText(text)
    .trim()
    .replace(/^(?:error|warning): +/, "")
    .replace(/^Preview failed: +/, "");
}

function stepsAfter(reason: string, errors: readonly Diagnostic[], stack: string | undefined): string[] {
  if (/stack is currently locked|the current lock/i.test(reason)) {
    return ["Where no other run works on the stack, its lock was left by a killed one: `pulumi cancel`."];
  }
  if (/no stack named|no stack selected/i.test(reason)) {
    return [
      "`pulumi stack ls` lists the stacks of the project in this folder, and `--stack NAME` names one.",
    ];
  }
  if (!errors.some(({ urn }) => urn?.includes("hostconfig"))) return [];
  const chosen = stack === undefined ? "" : ` --stack ${stack}`;
  return [`\`npx pulumi-hostconfig doctor${chosen}\` checks settings, address, token and service.`];
}

/** The URN that a dynamic resource keeps may be from before its stack or itself was renamed: it is then known by its id. */
function foundBy(
  operation: Finding["operation"],
  findings: readonly Finding[],
  steps: readonly PreviewStep[],
): Map<string, Finding> {
  const left = new Map(
    findings.filter((finding) => finding.operation === operation).map((finding) => [finding.urn, finding]),
  );
  const found = new Map<string, Finding>();
  const take = ({ urn }: PreviewStep, finding: Finding | undefined) => {
    if (finding === undefined) return;
    found.set(urn, finding);
    left.delete(finding.urn);
  };
  for (const step of steps) take(step, left.get(step.urn));
  for (const step of steps) {
    if (found.has(step.urn)) continue;
    const candidates = [...left.values()].filter((finding) => isAbout(finding, step));
    const { name } = partsOf(step.urn);
    take(step, candidates.find(({ urn }) => partsOf(urn).name === name) ?? candidates[0]);
  }
  return found;
}

function isAbout({ kind, id }: Finding, step: PreviewStep): boolean {
  return kind === resourceKind(step) && id === (step.oldState?.id ?? step.newState?.id);
}
