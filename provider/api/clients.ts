import type { z } from "zod";
import type { Calls, ListFilter } from "./calls";
import type { CallOptions } from "./client";
import { group } from "./groups";
import { host } from "./hosts";
import { id, optionalText, record } from "./schemas";

/** An account that owns groups and hosts. */
export type Client = z.output<typeof client>;

const client = record({
  id,
  firstname: optionalText,
  lastname: optionalText,
  email: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
});

export type ClientEndpoints = ReturnType<typeof clientEndpoints>;

export function clientEndpoints(calls: Calls) {
  return {
    /** `GET /api/v1/clients`, every page. */
    listClients: (filter?: ListFilter, options?: CallOptions) =>
      calls.list("/api/v1/clients", "list of clients", client, filter, options),

    /** `GET /api/v1/clients/{id}` */
    getClient: (clientId: number, options?: CallOptions) =>
      calls.get(`/api/v1/clients/${clientId}`, `client ${clientId}`, client, options),

    /** `GET /api/v1/clients/{id}/hosts`, every page: the client's active hosts. */
    listClientHosts: (clientId: number, filter?: ListFilter, options?: CallOptions) =>
      calls.list(`/api/v1/clients/${clientId}/hosts`, `client ${clientId}`, host, filter, options),

    /** `GET /api/v1/clients/{id}/groups`, every page. */
    listClientGroups: (clientId: number, filter?: ListFilter, options?: CallOptions) =>
      calls.list(`/api/v1/clients/${clientId}/groups`, `client ${clientId}`, group, filter, options),
  };
}
