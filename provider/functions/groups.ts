import { z } from "zod";
import { configurationObject, idInput } from "../config/configurationValue";
import { groupsNamed, theOnly, inOrder, ofKnownClient, listGroups } from "../resource/lookup";
import { defineFunction, identityProblem } from "./definition";
import { groupRecord, groupRecordOf } from "./records";

/** `GET /api/v1/groups/{id}`, for a name after `GET /api/v1/groups?search=` or `GET /api/v1/clients/{id}/groups?search=`. */
export const getGroup = defineFunction({
  name: "getGroup",
  description:
    "Reads a group and its saved configuration, by its id or by its name. The configuration may hold secrets, so the output forms of this function return a secret; `getGroups` finds ids and names without one.",
  args: z.strictObject({
    groupId: idInput.optional().describe("Id of the group. Excludes `name` and `clientId`."),
    name: z
      .string()
      .min(1, "name must not be empty")
      .optional()
      .describe("Exact name of the group. It is an error where no group, or more than one, has it."),
    clientId: idInput.optional().describe("Client that owns the group, where the name alone is not unique."),
  }),
  result: groupRecord.extend({
    json: configurationObject
      .optional()
      .describe("The saved configuration, which the group's member hosts inherit. A secret."),
  }),
  secretResults: ["json"],
  problem: ({ groupId, name, clientId }) => identityProblem("groupId", { id: groupId, name, clientId }),
  handler: async (context, { groupId, name = "", clientId }) => {
    const { api, signal } = context;
    const wanted = { name, clientId };
    const found =
      groupId === undefined
        ? theOnly("group", api.baseUrl, wanted, await groupsNamed(context, wanted))
        : { id: groupId, clientId: undefined };
    const group = await api.getGroup(found.id, { signal });
    // The record of a single group may leave its client out.
    const owner = group.clientId ?? found.clientId ?? clientId;
    return { ...groupRecordOf({ ...group, clientId: owner }), json: group.json };
  },
});

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
