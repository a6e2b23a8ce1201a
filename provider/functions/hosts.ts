import { z } from "zod";
import type { UserCredentials, DeployStatus } from "../api/hostConfigApi";
import { configurationObject, idInput } from "../config/configurationValue";
import { deploymentSummaryShape } from "../deploy/record";
import { statusKind } from "../deploy/status";
import { hostsNamed, theOnly, inOrder, ofKnownClient, listHosts } from "../resource/lookup";
import { defineFunction, identityProblem, type FunctionContext } from "./definition";
import { hostRecord, hostRecordOf } from "./records";

/** `GET /api/v1/hosts/{id}`, for a name after `GET /api/v1/hosts?search=`. */
export const getHost = defineFunction({
  name: "getHost",
  description:
    "Reads a host and its saved configuration, by its id or by its name. The configuration may hold secrets, so the output forms of this function return a secret; `getHosts` finds ids and names without one.",
  args: z.strictObject({
    hostId: idInput.optional().describe("Id of the host. Excludes `name` and `clientId`."),
    name: z
      .string()
      .min(1, "name must not be empty")
      .optional()
      .describe("Exact name of the host. It is an error where no host, or more than one, has it."),
    clientId: idInput.optional().describe("Client that owns the host, where the name alone is not unique."),
  }),
  result: hostRecord.extend({
    json: configurationObject
      .optional()
      .describe(
        "The saved configuration (client level), a secret. It is what the service holds, not necessarily what was deployed last.",
      ),
  }),
  secretResults: ["json"],
  problem: ({ hostId, name, clientId }) => identityProblem("hostId", { id: hostId, name, clientId }),
  handler: async (context, { hostId, name = "", clientId }) => {
    const { api, signal } = context;
    const wanted = { name, clientId };
    const find = async () => theOnly("host", api.baseUrl, wanted, await hostsNamed(context, wanted)).id;
    // Read even where the list had it: a list may leave the configuration out.
    const host = await api.getHost(hostId ?? (await find()), { signal });
    return { ...hostRecordOf(host), json: host.json };
  },
});

/** `GET /api/v1/hosts`, every page. */
export const getHosts = defineFunction({
  name: "getHosts",
  description:
    "Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. Client-access tokens see active hosts only.",
  args: z.strictObject({
    search: z.string().optional().describe("Part of a host's name. Default: all."),
    clientId: idInput
      .optional()
      .describe(
        "Only the hosts of this client; a client that does not exist, or that the token cannot see, is an error. Default: of all.",
      ),
  }),
  result: z.object({
    hosts: z
      .array(hostRecord.meta({ typeName: "HostSummary", description: "A host in a list." }))
      .describe("The hosts that were found."),
  }),
  handler: async (context, { search, clientId }) => {
    const found = await ofKnownClient(context, clientId, await listHosts(context, search, clientId));
    return { hosts: inOrder(found).map(hostRecordOf) };
  },
});

const userCredentials = z
  .object({
    user: z.string().describe("User name."),
    password: z.string().optional().describe("Password; left out where the service tells none."),
  })
  .meta({ typeName: "UserCredentials", description: "A user and the password." });

const result = z.object({
  hostname: z.string().optional().describe("Host name to connect to."),
  masterUser: userCredentials
    .optional()
    .describe("The master user; for admin-access and cms-access tokens only."),
  adminUser: userCredentials
    .optional()
    .describe("The panel's administrator, on supported panels; for admin-access and cms-access tokens only."),
  facts: configurationObject.optional().describe("Facts about the server, as the service tells them."),
  network: configurationObject.optional().describe("The server's network, as the service tells it."),
  platform: configurationObject.optional().describe("The server's platform, as the service tells it."),
  systemUsers: z.array(configurationObject).describe("System users, as the service tells them."),
  ftpUsers: z.array(configurationObject).describe("FTP users, as the service tells them."),
});

/** `GET /api/v1/hosts/{id}/credentials` */
export const getHostCredentials = defineFunction({
  name: "getHostCredentials",
  description: "Reads a host's access data. Everything in it is secret.",
  args: z.strictObject({ hostId: idInput.describe("Id of the host.") }),
  result,
  secretResults: Object.keys(result.shape),
  handler: async ({ api, signal }, { hostId }) => {
    const { masterUser, adminUser, ...rest } = await api.getHostCredentials(hostId, { signal });
    return { ...rest, masterUser: withoutNull(masterUser), adminUser: withoutNull(adminUser) };
  },
});

function withoutNull(credentials: UserCredentials | undefined): z.infer<typeof userCredentials> | undefined {
  return credentials && { user: credentials.user, password: credentials.password ?? undefined };
}

const { type, finishedAt } = deploymentSummaryShape.shape;

/** `GET /api/v1/hosts/{id}/deploy` */
export const getDeployStatus = defineFunction({
  name: "getDeployStatus",
  description:
    "Reads the status of a host's latest deployment. A host that was never deployed is no error: `status` is then left out. The job's output is not part of the result, since it may repeat secrets.",
  args: z.strictObject({ hostId: idInput.describe("Id of the host.") }),
  result: z.object({
    hostId: z.int().describe("Id of the host."),
    isDeploying: z
      .boolean()
      .describe("Whether the host is busy right now: deploying, or importing (`status` is then `import`)."),
    status: z
      .string()
      .optional()
      .describe(
        "`deploy`, `import`, `published`, `error`, `canceled` or `timeout`; left out where the host has no deployment history.",
      ),
    type,
    finishedAt,
  }),
  handler: async (context, { hostId }) => {
    const status = await readStatus(context, hostId);
    const kind = statusKind(status, undefined);
    return {
      hostId,
      isDeploying: kind === "deploying" || kind === "importing",
      status: status?.publishingStatus,
      type: status?.deployType,
      finishedAt: status?.deployAt,
    };
  },
});

/** `undefined` for a host without a history. The service answers 404 both for that and for a host that is not there. */
async function readStatus(
  { api, signal }: FunctionContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  const status = await api.getDeployStatus(hostId, { signal });
  if (status === undefined) await api.getHost(hostId, { signal });
  return status;
}
