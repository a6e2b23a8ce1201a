import { flag } from "../command";
import { counted } from "../output";
import { changedResources } from "./changedResource";
import { defineChangesCommand } from "./changesCommand";
import { unpublishedResources } from "./changesReport";
import { pulumiPreview } from "./pulumiPreview";

/** Shows what `pulumi up` would change, in a form for a pull request. */
export const previewCommand = defineChangesCommand({
  name: "preview",
  summary: "Show what `pulumi up` would change, as a text for a pull request.",
  description: [
    "Runs `pulumi preview` and names for each resource the host, the keys and both values. Secrets are",
    "masked. A program that fails is told in the same form, and the exit status is 1.",
    "Run it in the folder of the Pulumi project.",
  ],
  options: { refresh: flag("Read the hosts and groups first, as `pulumi up --refresh` does.") },
  examples: [
    ["preview --stack production", "what would change"],
    ["preview --stack production --refresh --markdown > preview.md", "a comment for a pull request"],
  ],
  words: {
    columns: { before: "now", after: "after" },
    verbs: {
      create: "comes under management",
      update: "would be changed",
      delete: "leaves the program",
      replace: "would be replaced",
    },
    noValues:
      "Nothing that can be shown: the deployment of what is saved already, a note in the state, or a secret of another package.",
    changed: "would be changed",
    failure: "The preview failed",
  },
  find: async ({ options, stack, surroundings }) => {
    const args = ["preview", ...(options.refresh ? ["--refresh"] : [])];
    const { steps, found, warnings } = await pulumiPreview(surroundings, args, stack);
    const unpublished = unpublishedResources(found);
    const deployed = new Set(unpublished.map(({ urn }) => urn));
    const resources = changedResources(steps, found).filter(
      // Its deployment is all there is to do.
      ({ change, urn, values }) => change !== "update" || values.length > 0 || !deployed.has(urn),
    );
    const also = deployed.size === 0 ? "" : `, ${counted(deployed.size, "resource")} would be deployed`;
    const unchanged = `No host or group would be changed${also}`;
    return { resources, unpublished, warnings, unchanged, next: [] };
  },
});
