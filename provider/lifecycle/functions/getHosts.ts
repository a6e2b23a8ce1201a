import { z } from "zod";
import { idInput } from "../configuration/jsonInputs";
import { defineFunction } from "./functionDefinition";
import { inOrder } from "../lookup/inOrder";
import { ofKnownClient } from "../lookup/ofKnownClient";
import { listHosts } from "../lookup/recordsNamed";
import { hostRecord, hostRecordOf } from "./records";

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
