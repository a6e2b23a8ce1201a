import { sameMeaning } from "../../config/compare";
import { CommandError, exitStatus } from "../errors";
import { counted, plainText } from "../output";
import type { Surroundings } from "../surroundings";
import { changedResource, changedResources } from "./changedResource";
import { foundValues } from "./changedValues";
import { defineChangesCommand } from "./changesCommand";
import {
  inOrder,
  resourceKind,
  unpublishedResources,
  type ChangedResource,
  type ChangedValue,
} from "./changesReport";
import { pulumiPreview, type Preview, type PreviewStep } from "./pulumiPreview";

/** Finds what somebody changed outside Pulumi, and says whose it is. */
export const driftCommand = defineChangesCommand({
  name: "drift",
  summary: "Find what somebody changed by hand, and say who owns it.",
  description: [
    "Compares what the last `pulumi up` of a stack saved with what the hosts and groups hold now, by",
    "`pulumi refresh --preview-only`: neither the platform nor the state is changed. Names for each",
    "resource the host, the keys, both values, and who owns them. Secrets are masked. Names apart from",
    "them what is saved and not published yet.",
    "Run it in the folder of the Pulumi project.",
  ],
  options: {},
  examples: [
    ["drift --stack production", "what was changed by hand"],
    ["drift --stack production --markdown > drift.md", "the same as a text for an issue"],
  ],
  exits: [
    "3: something was changed by hand.",
    "4: nothing was, and something is saved and not published yet: `pulumi up` deploys it.",
    "1: also where the stack holds no host and no group.",
  ],
  words: {
    columns: { before: "declared", after: "now" },
    verbs: {
      create: "is new",
      update: "was changed by hand",
      delete: "is gone from the platform",
      replace: "is another one now",
    },
    noValues: "Pulumi does not tell which value was changed.",
    changed: "changed by hand",
    failure: "The check for drift failed",
  },
  find: async ({ stack, surroundings }) => {
    const preview = await refreshPreview(surroundings, stack);
    const compared = comparedCount(preview);
    const resources = driftedResources(preview);
    return {
      resources,
      unpublished: unpublishedResources(preview.found),
      compared,
      warnings: preview.warnings,
      unchanged: `Nothing was changed by hand: ${counted(compared, "resource")} compared`,
      next: nextSteps(resources),
    };
  },
  status: ({ resources, unpublished }) => {
    if (resources.length > 0) return exitStatus.found;
    return unpublished.length > 0 ? exitStatus.unpublished : exitStatus.ok;
  },
});

/**
 * What a refresh finds, without changing the state.
 *
 * Of dynamic resources of other packages, which have no detailed diff, the CLI counts a change and prints the state from
 * before it only; a preview with a refresh has both.
 */
async function refreshPreview(surroundings: Surroundings, stack: string | undefined): Promise<Preview> {
  const refresh = await pulumiPreview(surroundings, ["refresh", "--preview-only"], stack);
  const shown = new Set(changedResources(refresh.steps).map(({ urn }) => urn));
  const unshown = refresh.steps.filter(
    ({ op, urn }) => op === "refresh" && !shown.has(urn) && !/::pulumi:[^:]+:/.test(urn),
  );
  const own = unshown.filter((step) => resourceKind(step) !== undefined);
  if (refresh.changes <= shown.size || own.length === unshown.length) return refresh;
  const { steps } = await pulumiPreview(surroundings, ["preview", "--refresh"], stack);
  const found = steps.flatMap((step) =>
    shown.has(step.urn) || resourceKind(step) !== undefined ? [] : refreshed(step, steps),
  );
  // Hosts and groups are counted as well; their own provider reports what changed of them.
  if (found.length === 0 && refresh.changes > shown.size + own.length) {
    throw new CommandError("Pulumi counts a change on the platform, and does not tell what it is.", [
      "`pulumi refresh --preview-only --diff` shows it.",
    ]);
  }
  return { ...refresh, steps: [...refresh.steps, ...found] };
}

/** The change that the refresh of a resource makes: the next step starts from its result. */
function refreshed(before: PreviewStep, steps: readonly PreviewStep[]): PreviewStep[] {
  if (before.op !== "refresh") return [];
  const after = steps.find(({ op, urn }) => urn === before.urn && op !== "refresh");
  if (!after?.oldState || !before.oldState) return [];
  const same = sameMeaning(before.oldState.inputs ?? {}, after.oldState.inputs ?? {});
  // A secret is masked on both sides: only the update that would put it back shows that it differs.
  if (same && after.op !== "update") return [];
  return [{ op: "update", urn: before.urn, oldState: before.oldState, newState: after.oldState }];
}

/**
 * How many hosts and groups the stack holds.
 *
 * @throws CommandError if there is none, or if one was not compared: a check of nothing must not pass
 */
function comparedCount({ steps, found }: Preview): number {
  const urns = new Set(steps.filter((step) => resourceKind(step) !== undefined).map(({ urn }) => urn));
  if (urns.size === 0) {
    throw new CommandError("The stack holds no host and no group, so that nothing was compared.", [
      "`pulumi stack ls` shows how many resources each stack holds, and `--stack NAME` names one.",
      "`pulumi up` brings what the program declares under management.",
    ]);
  }
  const silent = [...urns].find((urn) => !found.has(urn));
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

/**
 * The resources that were changed outside Pulumi since the last `pulumi up`. Of hosts and groups their provider knows, and
 * of all others what a refresh would change in the state.
 */
function driftedResources({ steps, found }: Preview): ChangedResource[] {
  const left = new Map(found);
  const resources = steps.flatMap((step) => {
    if (resourceKind(step) === undefined) return changedResources([step]);
    const finding = left.get(step.urn);
    left.delete(step.urn);
    if (finding?.gone) return [changedResource(step, "delete", [])];
    return finding !== undefined && finding.values.length > 0
      ? [changedResource(step, "update", foundValues(finding))]
      : [];
  });
  return inOrder(resources);
}

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
