import { z } from "zod";
import type { UserCredentials } from "../../api/hostConfigApi";
import { configurationObject, idInput } from "../configuration/jsonInputs";
import { defineFunction } from "./functionDefinition";

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
