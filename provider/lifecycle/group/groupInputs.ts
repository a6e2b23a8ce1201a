import { z } from "zod";
import { configurationObject, idInput, onConflictInput, ownershipInput } from "../configuration/jsonInputs";
import { deployInputs } from "../deployment/deployOptions";

/** The inputs of `GroupConfig`: validation, types, schema and reference documentation all come from here. */
export const groupInputs = z.strictObject({
  groupId: idInput
    .describe("The group whose configuration this is. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  json: configurationObject.describe("The desired configuration, which the group's member hosts inherit."),
  ownership: ownershipInput,
  onConflict: onConflictInput,
  onDestroy: z
    .enum(["keep", "restore"])
    .optional()
    .describe(
      "No endpoint deletes a group. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys `deployHosts`.",
    )
    .meta({ typeName: "OnDestroy", default: "keep", shown: true }),
  deployHosts: z
    .array(idInput)
    .optional()
    .describe(
      "Ids of the hosts to deploy after a save, since a group itself cannot be deployed. Default: none.",
    ),
  deploy: deployInputs.optional().describe("When and how to deploy `deployHosts`."),
});

/** The inputs of `GroupConfig`, all values known. */
export type GroupInputs = z.infer<typeof groupInputs>;
