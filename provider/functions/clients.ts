import { z } from "zod";
import { idInput } from "../config/configurationValue";
import { inOrder } from "../resource/lookup";
import { defineFunction } from "./definition";
import { clientRecord, clientRecordOf } from "./records";

/** `GET /api/v1/clients/{id}` */
export const getClient = defineFunction({
  name: "getClient",
  description: "Reads a client: an account that owns groups and hosts.",
  args: z.strictObject({ clientId: idInput.describe("Id of the client.") }),
  result: clientRecord,
  handler: async ({ api, signal }, { clientId }) => clientRecordOf(await api.getClient(clientId, { signal })),
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
  handler: async ({ api, signal }, { search }) => ({
    clients: inOrder(await api.listClients({ search }, { signal })).map(clientRecordOf),
  }),
});
