import { z } from "zod";
import type { UserCredentials, DeployStatus } from "../api/hostConfigApi";
import { configurationObject, idInput } from "../config/configurationValue";
import { deploymentSummaryShape } from "../deploy/record";
import { statusKind } from "../deploy/status";
import { defineFunction, type FunctionContext } from "./definition";

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
