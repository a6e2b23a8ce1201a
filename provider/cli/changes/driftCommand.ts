import { defineCommand } from "../command";
import { exitStatus, type ExitStatus } from "../exitStatus";
import { counted } from "../output/counted";
import { changedResources, type ChangedResource } from "./changedResource";
import { driftSteps } from "./driftSteps";
import { markdownOption, orTellFailure, tellChanges } from "./tellChanges";

/** Finds what somebody changed past Pulumi, and says whose it is. */
export const driftCommand = defineCommand({
  name: "drift",
  args: "",
  argCount: { least: 0, most: 0 },
  summary: "Find what somebody changed by hand, and say who owns it.",
  description: [
    "Compares what the last `pulumi up` of a stack declared with what the hosts and groups hold now, by",
    "`pulumi refresh --preview-only`: neither the platform nor the state is changed. Names for each",
    "resource the host, the keys, both values, and who owns them. Secrets are masked.",
    "Run it in the folder of the Pulumi project.",
  ],
  options: { markdown: markdownOption },
  stackMeaning: "The stack to look at. Default: the selected one.",
  examples: [
    ["drift --stack production", "what was changed by hand"],
    ["drift --stack production --markdown > drift.md", "the same as a text for an issue"],
  ],
  exits: ["3: something was changed by hand."],
  run: async ({ options, output, stack, surroundings }): Promise<ExitStatus> => {
    const telling = { markdown: options.markdown, output, surroundings };
    const { steps, warnings } = await orTellFailure("The check for drift failed", telling, () =>
      driftSteps(surroundings, stack),
    );
    const resources = changedResources(steps);
    tellChanges(
      {
        title: titleOf(resources),
        columns: { before: "declared", after: "now" },
        resources,
        verbs: {
          create: "is new",
          update: "was changed by hand",
          delete: "is gone from the platform",
          replace: "is another one now",
        },
        noValues: "A secret value was changed; which one cannot be told here.",
        warnings,
        next:
          resources.length === 0
            ? []
            : [
                "To undo it: `pulumi up --refresh`, or the pipeline's job that runs it.",
                "To keep it: write it into the program, and let a pull request say why.",
              ],
      },
      telling,
    );
    return resources.length === 0 ? exitStatus.ok : exitStatus.found;
  },
});

function titleOf(resources: readonly ChangedResource[]): string {
  const [first] = resources;
  if (first === undefined) return "Nothing was changed by hand";
  return `${counted(resources.length, "resource")} of ${first.project}/${first.stack} changed by hand`;
}
