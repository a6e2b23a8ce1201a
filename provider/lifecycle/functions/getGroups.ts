import { z } from "zod";
import { idInput } from "../configuration/jsonInputs";
import { defineFunction } from "./functionDefinition";
import { inOrder } from "../lookup/inOrder";
import { ofKnownClient } from "../lookup/ofKnownClient";
import { listGroups } from "../lookup/recordsNamed";
import { groupRecord, groupRecordOf } from "./records";

/** `GET /api/v1/groups` or `GET /api/v1/clients/{id}/groups`, every page. */
export const getGroups = defineFunction({
  name: "getGroups",
  description:
    "Lists the groups that the token may see, every page, in the order of their ids, without their configurations.",
  args: z.strictObject({
    search: z.string().optional().describe("Part of a group's name. Default: all."),
    clientId: idInput
      .optional()
      .describe(
        "Only the groups of this client; a client that does not exist, or that the token cannot see, is an error. Default: of all.",
      ),
  }),
  result: z.object({
    groups: z
      .array(groupRecord.meta({ typeName: "GroupSummary", description: "A group in a list." }))
      .describe("The groups that were found."),
  }),
  handler: async (context, { search, clientId }) => {
    const found = await ofKnownClient(context, clientId, await listGroups(context, search, clientId));
    return { groups: inOrder(found).map(groupRecordOf) };
  },
});
