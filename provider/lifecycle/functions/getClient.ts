import { z } from "zod";
import { idInput } from "../configuration/jsonInputs";
import { defineFunction } from "./functionDefinition";
import { clientRecord, clientRecordOf } from "./records";

/** `GET /api/v1/clients/{id}` */
export const getClient = defineFunction({
  name: "getClient",
  description: "Reads a client: an account that owns groups and hosts.",
  args: z.strictObject({ clientId: idInput.describe("Id of the client.") }),
  result: clientRecord,
  handler: async ({ api, signal }, { clientId }) => clientRecordOf(await api.getClient(clientId, { signal })),
});
