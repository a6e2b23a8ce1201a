import { z } from "zod";
import { configurationObject, idInput } from "../config/configurationValue";
import {
  groupsNamed,
  hostsNamed,
  inOrder,
  listGroups,
  listHosts,
  type Match,
  ofKnownClient,
  theOnly,
} from "../resource/lookup";
import { defineFunction, type FunctionContext } from "./definition";

const times = {
  createdAt: z.string().optional().describe("When it was created, as the service spells it."),
  updatedAt: z.string().optional().describe("When its record was changed last, as the service spells it."),
};

/*
 * A result has the members of its definition, and no others that the service's record may have.
 */

const hostRecord = z.object({
  hostId: z.int().describe("Id of the host."),
  name: z.string().describe("Name of the host."),
  clientId: z.int().optional().describe("Client that owns the host."),
  active: z.boolean().optional().describe("Whether the host is active."),
  ...times,
  monitoring: configurationObject
    .optional()
    .describe("Live server status with `load`, `disk` and `memory`, where the service has any."),
});

const hostResult = hostRecord.extend({
  json: configurationObject
    .optional()
    .describe(
      "The saved configuration (client level), a secret. It is what the service holds, not necessarily what was deployed last.",
    ),
});

/** `GET /api/v1/hosts/{id}`, for a name after `GET /api/v1/hosts?search=`. */
export const getHost = defineFunction({
  name: "getHost",
  description: describeRead("host"),
  args: z.strictObject({
    hostId: idInput.optional().describe("Id of the host. Excludes `name` and `clientId`."),
    ...nameArgs("host"),
  }),
  result: hostResult,
  secretResults: ["json"],
  problem: ({ hostId, ...named }) => identityProblem("hostId", hostId, named),
  handler: async (context, { hostId, ...named }) => {
    // Read even if the list had it: a list may leave the configuration out.
    const { id } = await find(context, "host", hostId, named);
    const host = await context.api.getHost(id, { signal: context.signal });
    return hostResult.parse({ ...host, hostId: host.id });
  },
});

/** `GET /api/v1/hosts`, every page. */
export const getHosts = defineFunction({
  name: "getHosts",
  description: `${describeList("host")} Client-access tokens see active hosts only.`,
  args: listArgs("host"),
  result: z.object({
    hosts: z
      .array(hostRecord.meta({ typeName: "HostSummary", description: "A host in a list." }))
      .describe("The hosts that were found."),
  }),
  handler: async (context, { search, clientId }) => {
    const hosts = await ofKnownClient(context, clientId, await listHosts(context, search, clientId));
    return { hosts: inOrder(hosts).map((host) => hostRecord.parse({ ...host, hostId: host.id })) };
  },
});

const groupRecord = z.object({
  groupId: z.int().describe("Id of the group."),
  name: z.string().describe("Name of the group."),
  clientId: z.int().optional().describe("Client that owns the group, where the service tells it."),
  ...times,
});

const groupResult = groupRecord.extend({
  json: configurationObject
    .optional()
    .describe("The saved configuration, which the group's member hosts inherit. A secret."),
});

/** `GET /api/v1/groups/{id}`, for a name after `GET /api/v1/groups?search=` or `GET /api/v1/clients/{id}/groups?search=`. */
export const getGroup = defineFunction({
  name: "getGroup",
  description: describeRead("group"),
  args: z.strictObject({
    groupId: idInput.optional().describe("Id of the group. Excludes `name` and `clientId`."),
    ...nameArgs("group"),
  }),
  result: groupResult,
  secretResults: ["json"],
  problem: ({ groupId, ...named }) => identityProblem("groupId", groupId, named),
  handler: async (context, { groupId, ...named }) => {
    const found = await find(context, "group", groupId, named);
    const group = await context.api.getGroup(found.id, { signal: context.signal });
    // The record of a single group may leave its client out.
    const clientId = group.clientId ?? found.clientId;
    return groupResult.parse({ ...group, clientId, groupId: group.id });
  },
});

/** `GET /api/v1/groups` or `GET /api/v1/clients/{id}/groups`, every page. */
export const getGroups = defineFunction({
  name: "getGroups",
  description: describeList("group"),
  args: listArgs("group"),
  result: z.object({
    groups: z
      .array(groupRecord.meta({ typeName: "GroupSummary", description: "A group in a list." }))
      .describe("The groups that were found."),
  }),
  handler: async (context, { search, clientId }) => {
    const groups = await ofKnownClient(context, clientId, await listGroups(context, search, clientId));
    return { groups: inOrder(groups).map((group) => groupRecord.parse({ ...group, groupId: group.id })) };
  },
});

const clientRecord = z.object({
  clientId: z.int().describe("Id of the client."),
  firstname: z.string().optional().describe("First name."),
  lastname: z.string().optional().describe("Last name."),
  email: z.string().optional().describe("E-mail address."),
  ...times,
});

/** `GET /api/v1/clients/{id}` */
export const getClient = defineFunction({
  name: "getClient",
  description: "Reads a client: an account that owns groups and hosts.",
  args: z.strictObject({ clientId: idInput.describe("Id of the client.") }),
  result: clientRecord,
  handler: async ({ api, signal }, { clientId }) => {
    const client = await api.getClient(clientId, { signal });
    return clientRecord.parse({ ...client, clientId: client.id });
  },
});

/** `GET /api/v1/clients`, every page. */
export const getClients = defineFunction({
  name: "getClients",
  description: "Lists the clients that the token may see, every page, in the order of their ids.",
  args: z.strictObject({
    search: z
      .string()
      .optional()
      .describe("Part of a name, an e-mail address, a company or an id. Default: all."),
  }),
  result: z.object({
    clients: z
      .array(clientRecord.meta({ typeName: "ClientSummary", description: "A client in a list." }))
      .describe("The clients that were found."),
  }),
  handler: async ({ api, signal }, { search }) => {
    const clients = await api.listClients({ search }, { signal });
    return {
      clients: inOrder(clients).map((client) => clientRecord.parse({ ...client, clientId: client.id })),
    };
  },
});

function describeRead(noun: "host" | "group"): string {
  const list = noun === "host" ? "getHosts" : "getGroups";
  return `Reads a ${noun} and its saved configuration, by its id or by its name. The configuration may hold secrets, so the output forms of this function return a secret; \`${list}\` finds ids and names without one.`;
}

function describeList(noun: "host" | "group"): string {
  return `Lists the ${noun}s that the token may see, every page, in the order of their ids, without their configurations.`;
}

/** Arguments that name a record instead of its id. */
function nameArgs(noun: "host" | "group") {
  return {
    name: z
      .string()
      .min(1, "name must not be empty")
      .optional()
      .describe(`Exact name of the ${noun}. It is an error where no ${noun}, or more than one, has it.`),
    clientId: idInput
      .optional()
      .describe(`Client that owns the ${noun}, where the name alone is not unique.`),
  };
}

function listArgs(noun: "host" | "group") {
  return z.strictObject({
    search: z.string().optional().describe(`Part of a ${noun}'s name. Default: all.`),
    clientId: idInput
      .optional()
      .describe(
        `Only the ${noun}s of this client; a client that does not exist, or that the token cannot see, is an error. Default: of all.`,
      ),
  });
}

interface NameArgs {
  name?: string | undefined;
  clientId?: number | undefined;
}

/** What is wrong with arguments that should name one host or group, by its id or by its name. */
function identityProblem(
  idKey: "hostId" | "groupId",
  id: number | undefined,
  named: NameArgs,
): { property: string; reason: string } | undefined {
  if (id === undefined && named.name === undefined) {
    return {
      property: idKey,
      reason: `give ${idKey}, or name (and clientId where the name alone is not unique)`,
    };
  }
  if (id === undefined) return undefined;
  const [extra] = (["name", "clientId"] as const).filter((key) => named[key] !== undefined);
  if (extra === undefined) return undefined;
  return { property: extra, reason: `${extra} and ${idKey} exclude each other; remove one of the two` };
}

/** The record of the id, else the only one of the name. */
async function find(
  context: FunctionContext,
  noun: "host" | "group",
  id: number | undefined,
  { name = "", clientId }: NameArgs,
): Promise<Match> {
  if (id !== undefined) return { id, clientId: undefined };
  const wanted = { name, clientId };
  const found = noun === "host" ? hostsNamed(context, wanted) : groupsNamed(context, wanted);
  const only = theOnly<Match>(noun, context.api.baseUrl, wanted, await found);
  return { id: only.id, clientId: only.clientId ?? clientId };
}
