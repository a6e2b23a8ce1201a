import { defineCommand, flag } from "../command";
import { exitStatus, type ExitStatus } from "../errors";
import { counted } from "../output";
import { changedResources, type ChangedResource } from "./changedResource";
import { commentMarker } from "./changesMarkdown";
import { unpublishedResources } from "./changesReport";
import { foundBy } from "./driftCommand";
import { markdownOption, orTellFailure, tellChanges } from "./tellChanges";
import { runPreview } from "./runPreview";

/** Shows what `pulumi up` would change, in a form for a pull request. */
export const previewCommand = defineCommand({
  name: "preview",
  summary: "Show what `pulumi up` would change, as a text for a pull request.",
  description: [
    "Runs `pulumi preview` and names for each resource the host, the keys and both values. Secrets are",
    "masked. A program that fails is told in the same form, and the exit status is 1.",
    "Run it in the folder of the Pulumi project.",
  ],
  options: {
    refresh: flag("Read the hosts and groups first, as `pulumi up --refresh` does."),
    markdown: markdownOption,
  },
  stackMeaning: "The stack to look at. Default: the selected one.",
  examples: [
    ["preview --stack production", "what would change"],
    ["preview --stack production --refresh --markdown > preview.md", "a comment for a pull request"],
  ],
  run: async ({ options, output, stack, surroundings }): Promise<ExitStatus> => {
    const telling = {
      markdown: options.markdown,
      marker: commentMarker("preview", surroundings, stack),
      output,
      surroundings,
    };
    const preview = await orTellFailure("The preview failed", telling, () =>
      runPreview(surroundings, ["preview", ...(options.refresh ? ["--refresh"] : [])], stack),
    );
    const { steps, findings } = preview;
    const diffs = foundBy("diff", findings, steps);
    const unpublished = unpublishedResources(diffs);
    const owed = new Set(unpublished.map(({ urn }) => urn));
    const resources = changedResources(steps, diffs).filter(
      // Its deployment is all there is to do.
      ({ change, urn, values }) => change !== "update" || values.length > 0 || !owed.has(urn),
    );
    tellChanges(
      {
        title: (name) => titleOf(resources, owed.size, name),
        columns: { before: "now", after: "after" },
        resources,
        verbs: {
          create: "comes under management",
          update: "would be changed",
          delete: "leaves the program",
          replace: "would be replaced",
        },
        noValues:
          "Nothing that can be shown: the deployment of what is saved already, a note in the state, or a secret of another package.",
        unpublished,
        warnings: preview.warnings,
        next: [],
      },
      telling,
    );
    return exitStatus.ok;
  },
});

function titleOf(
  resources: readonly ChangedResource[],
  unpublished: number,
  name: (text: string) => string,
): string {
  const [first] = resources;
  if (first === undefined) {
    return unpublished === 0
      ? "No host or group would be changed"
      : `No host or group would be changed, ${counted(unpublished, "resource")} would be deployed`;
  }
  return `${counted(resources.length, "resource")} of ${name(`${first.project}/${first.stack}`)} would be changed`;
}
