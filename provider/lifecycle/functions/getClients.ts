import { z } from "zod";
import { defineFunction } from "./functionDefinition";
import { inOrder } from "../lookup/inOrder";
import { clientRecord, clientRecordOf } from "./records";

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
