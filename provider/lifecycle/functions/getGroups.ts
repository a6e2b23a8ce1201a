import { z } from "zod";
import type { Group } from "../../api/hostConfigApi";
import { idInput } from "../configuration/jsonInputs";
import { defineFunction, type FunctionContext } from "./functionDefinition";
import { inOrder } from "./lookup";
import { groupRecord, groupRecordOf } from "./records";

/** `GET /api/v1/groups` or `GET /api/v1/clients/{id}/groups`, every page. */
export const getGroups = defineFunction({
  name: "getGroups",
  description:
    "Lists the groups that the token may see, every page, in the order of their ids, without their configurations.",
  args: z.strictObject({
    search: z.string().optional().describe("Part of a group's name. Default: all."),
    clientId: idInput.optional().describe("Only the groups of this client. Default: of all."),
  }),
  result: z.object({
    groups: z
      .array(groupRecord.meta({ typeName: "GroupSummary", description: "A group in a list." }))
      .describe("The groups that were found."),
  }),
  handler: async (context, { search, clientId }) => ({
    groups: inOrder(await listGroups(context, search, clientId)).map(groupRecordOf),
  }),
});

/** Groups, of one client or of all. A group's record may leave its client out, so the service has to choose. */
export async function listGroups(
  { api, signal }: FunctionContext,
  search: string | undefined,
  clientId: number | undefined,
): Promise<Group[]> {
  if (clientId === undefined) return api.listGroups({ search }, { signal });
  const groups = await api.listClientGroups(clientId, { search }, { signal });
  return groups.map((group) => ({ ...group, clientId: group.clientId ?? clientId }));
}
