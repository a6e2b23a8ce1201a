import { defineCommand } from "../command";
import { CommandError } from "../errors/commandError";
import { exitStatus, type ExitStatus } from "../exitStatus";
import { counted } from "../output/counted";
import { plainText } from "../output/plainText";
import { resourceKind, type ChangedResource } from "./changedResource";
import type { ChangedValue } from "./changedValues";
import { driftedResources } from "./driftedResources";
import { driftSteps } from "./driftSteps";
import { commentMarker } from "./commentMarker";
import { foundBy } from "./foundBy";
import type { Finding } from "../../engine/findings";
import type { PreviewStep } from "./previewDigest";
import { markdownOption, orTellFailure, tellChanges } from "./tellChanges";
import { unpublishedResources } from "./unpublished";

/** Finds what somebody changed past Pulumi, and says whose it is. */
export const driftCommand = defineCommand({
  name: "drift",
  args: "",
  argCount: { least: 0, most: 0 },
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
