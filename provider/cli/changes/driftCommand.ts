import { sameMeaning } from "../../config/compare";
import type { Finding } from "../../runtime/findings";
import { defineCommand } from "../command";
import { CommandError, exitStatus, type ExitStatus } from "../errors";
import { counted, plainText } from "../output";
import type { Surroundings } from "../surroundings";
import {
  resourceKind,
  type ChangedResource,
  changedResources,
  describe,
  inOrder,
  partsOf,
} from "./changedResource";
import { type ChangedValue, foundValues } from "./changedValues";
import { commentMarker } from "./changesMarkdown";
import { unpublishedResources } from "./changesReport";
import type { PreviewStep } from "./previewDigest";
import { runPreview, type Preview } from "./runPreview";
import { markdownOption, orTellFailure, tellChanges } from "./tellChanges";

/** Finds what somebody changed past Pulumi, and says whose it is. */
export const driftCommand = defineCommand({
  name: "drift",
  summary: "Find what somebody changed by hand, and say who owns it.",
  description: [
    "Compares what the last `pulumi up` of a stack saved with what the hosts and groups hold now, by",
    "`pulumi refresh --preview-only`: neither the platform nor the state is changed. Names for each",
    "resource the host, the keys, both values, and who owns them. Secrets are masked. Names apart from",
    "them what is saved and not published yet.",
    "Run it in the folder of the Pulumi project.",
  ],
  options: { markdown: markdownOption },
  stackMeaning: "The stack to look at. Default: the selected one.",
  examples: [
    ["drift --stack production", "what was changed by hand"],
    ["drift --stack production --markdown > drift.md", "the same as a text for an issue"],
  ],
  exits: [
    "3: something was changed by hand.",
    "4: nothing was, and something is saved and not published yet: `pulumi up` deploys it.",
    "1: also where the stack holds no host and no group.",
  ],
  run: async ({ options, output, stack, surroundings }): Promise<ExitStatus> => {
    const telling = {
      markdown: options.markdown,
      marker: commentMarker("drift", surroundings, stack),
      output,
      surroundings,
    };
    const found = await orTellFailure("The check for drift failed", telling, async () => {
      const { steps, warnings, findings } = await driftSteps(surroundings, stack);
      const reads = foundBy("read", findings, steps);
      return { steps, warnings, reads, compared: comparedCount(steps, reads) };
    });
    const { compared, warnings } = found;
    const unpublished = unpublishedResources(found.reads);
    const resources = driftedResources(found.steps, found.reads);
    tellChanges(
      {
        title: (name) => titleOf(resources, compared, name),
        columns: { before: "declared", after: "now" },
        resources,
        verbs: {
          create: "is new",
          update: "was changed by hand",
          delete: "is gone from the platform",
          replace: "is another one now",
        },
        noValues: "Pulumi does not tell which value was changed.",
        unpublished,
        compared,
        warnings,
        next: nextSteps(resources),
      },
      telling,
    );
    if (resources.length > 0) return exitStatus.found;
    return unpublished.length > 0 ? exitStatus.unpublished : exitStatus.ok;
  },
});

/** An update changes configurations, and no name, owner or activity. */
function nextSteps(resources: readonly ChangedResource[]): string[] {
  if (resources.length === 0) return [];
  const isOfRecord = ({ path }: ChangedValue) => ["name", "clientId", "active"].includes(path);
  const ofRecords = resources.some(({ values }) => values.some(isOfRecord));
  const others = resources.some(({ values }) => values.length === 0 || !values.every(isOfRecord));
  return [
    ...(others
      ? [
          "To undo it: `pulumi up --refresh`, or the pipeline's job that runs it.",
          "To keep it: write it into the program, and let a pull request say why.",
        ]
      : []),
    ...(ofRecords
      ? ["A name, an owner and `active` are changed on the platform only. `pulumi refresh` accepts them."]
      : []),
  ];
}

/**
 * How many hosts and groups the stack holds.
 *
 * @throws CommandError if there is none, or if one was not compared: a check that looks at nothing must not pass
 */
function comparedCount(steps: readonly PreviewStep[], reads: ReadonlyMap<string, Finding>): number {
  const urns = new Set(steps.filter((step) => resourceKind(step) !== undefined).map(({ urn }) => urn));
  if (urns.size === 0) {
    throw new CommandError("The stack holds no host and no group, so that nothing was compared.", [
      "`pulumi stack ls` shows how many resources each stack holds, and `--stack NAME` names one.",
      "`pulumi up` brings what the program declares under management.",
    ]);
  }
  const [silent] = [...urns].filter((urn) => !reads.has(urn));
  if (silent !== undefined) {
    throw new CommandError(
      `The provider of ${plainText(silent)} did not report what it found, so that drift is not known.`,
      [
        "Use the provider of the same version as this command: `npm install pulumi-hostconfig` installs both.",
      ],
    );
  }
  return urns.size;
}

function titleOf(
  resources: readonly ChangedResource[],
  compared: number,
  name: (text: string) => string,
): string {
  const [first] = resources;
  if (first === undefined) return `Nothing was changed by hand: ${counted(compared, "resource")} compared`;
  return `${counted(resources.length, "resource")} of ${name(`${first.project}/${first.stack}`)} changed by hand`;
}

/**
 * What a refresh finds, without changing the state.
 *
 * Of dynamic resources of other packages, which have no detailed diff, the CLI counts a change and prints the state from
 * before it only; a preview with a refresh has both.
 */
async function driftSteps(surroundings: Surroundings, stack: string | undefined): Promise<Preview> {
  const refresh = await runPreview(surroundings, ["refresh", "--preview-only"], stack);
  const told = new Set(changedResources(refresh.steps).map(({ urn }) => urn));
  const untold = refresh.steps.filter(
    ({ op, urn }) => op === "refresh" && !told.has(urn) && !/::pulumi:[^:]+:/.test(urn),
  );
  const own = untold.filter((step) => resourceKind(step) !== undefined);
  if (refresh.changes <= told.size || own.length === untold.length) return refresh;
  const { steps } = await runPreview(surroundings, ["preview", "--refresh"], stack);
  const found = steps.flatMap((step) =>
    told.has(step.urn) || resourceKind(step) !== undefined ? [] : refreshed(step, steps),
  );
  // Hosts and groups are counted as well; what changed of them their own provider tells.
  if (found.length === 0 && refresh.changes > told.size + own.length) {
    throw new CommandError("Pulumi counts a change on the platform, and does not tell what it is.", [
      "`pulumi refresh --preview-only --diff` shows it.",
    ]);
  }
  return { ...refresh, steps: [...refresh.steps, ...found] };
}

/** The change that the refresh of a resource makes: what comes after starts from its result. */
function refreshed(before: PreviewStep, steps: readonly PreviewStep[]): PreviewStep[] {
  if (before.op !== "refresh") return [];
  const after = steps.find(({ op, urn }) => urn === before.urn && op !== "refresh");
  if (!after?.oldState || !before.oldState) return [];
  const same = sameMeaning(before.oldState.inputs ?? {}, after.oldState.inputs ?? {});
  // A secret is masked on both sides: that it is to be put back is all that tells.
  if (same && after.op !== "update") return [];
  return [{ op: "update", urn: before.urn, oldState: before.oldState, newState: after.oldState }];
}

/**
 * The resources that were changed outside Pulumi since the last `pulumi up`. Of hosts and groups their provider knows, and
 * of all others what a refresh would change in the state.
 *
 * @param found what the providers found, by URN
 */
function driftedResources(
  steps: readonly PreviewStep[],
  found: ReadonlyMap<string, Finding>,
): ChangedResource[] {
  const told = new Set<string>();
  const resources = steps.flatMap((step) => {
    if (resourceKind(step) === undefined) return changedResources([step]);
    const finding = found.get(step.urn);
    if (finding === undefined || told.has(step.urn)) return [];
    told.add(step.urn);
    if (finding.gone) return [describe(step, "delete", [])];
    return finding.values.length > 0 ? [describe(step, "update", foundValues(finding))] : [];
  });
  return inOrder(resources);
}

/**
 * What the providers have found about the resources of a preview, by their URNs; of several findings the last.
 *
 * The URN that a dynamic resource keeps may be from before its stack or itself was renamed: it is then known by its id.
 */
export function foundBy(
  operation: Finding["operation"],
  findings: readonly Finding[],
  steps: readonly PreviewStep[],
): Map<string, Finding> {
  const own = new Map(
    findings.filter((finding) => finding.operation === operation).map((finding) => [finding.urn, finding]),
  );
  const found = new Map<string, Finding>();
  const left = new Map(own);
  for (const { urn } of steps) {
    const finding = own.get(urn);
    if (finding === undefined) continue;
    found.set(urn, finding);
    left.delete(urn);
  }
  for (const step of steps) {
    if (found.has(step.urn) || resourceKind(step) === undefined) continue;
    const [finding] = [...left.values()].filter((one) => isOf(one, step)).sort(sameNameFirst(step));
    if (finding === undefined) continue;
    found.set(step.urn, finding);
    left.delete(finding.urn);
  }
  return found;
}

function isOf({ kind, id }: Finding, step: PreviewStep): boolean {
  return kind === resourceKind(step) && id === (step.oldState?.id ?? step.newState?.id);
}

function sameNameFirst({ urn }: PreviewStep): (one: Finding, other: Finding) => number {
  const isSame = (finding: Finding) => Number(partsOf(finding.urn).name === partsOf(urn).name);
  return (one, other) => isSame(other) - isSame(one);
}
