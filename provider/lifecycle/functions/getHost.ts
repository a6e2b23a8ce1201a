import { z } from "zod";
import { configurationObject, idInput } from "../configuration/jsonInputs";
import { defineFunction } from "./functionDefinition";
import { hostsNamed } from "../lookup/recordsNamed";
import { theOnly } from "../lookup/theOnly";
import { identityProblem } from "./identityProblem";
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
