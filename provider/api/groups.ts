import type { z } from "zod";
import type { Calls, ListFilter } from "./calls";
import type { CallOptions } from "./client";
import type { JsonObject } from "./json";
import { configuration, id, optionalId, optionalText, record, text } from "./schemas";
import type { ReadsTogether } from "./sharedReads";

/** Configuration that the hosts of a group inherit. */
export type Group = z.output<typeof group>;

export const group = record({
  id,
  /** May be absent from the record of a single group. */
  client_id: optionalId,
  name: text,
  json: configuration.optional(),
  created_at: optionalText,
  updated_at: optionalText,
});

export type GroupEndpoints = ReturnType<typeof groupEndpoints>;

export function groupEndpoints(calls: Calls) {
  const path = (groupId: number) => `/api/v1/groups/${groupId}`;
  /** `GET /api/v1/groups/{id}` for a refresh; many at the same time may be answered from `GET /api/v1/groups`. */
  const groupReads: ReadsTogether<Group> = calls.sharedReads("group", group, (read) => ({
    ...read,
    // A list always names the client, a single group perhaps not.
    clientId: undefined,
  }));
  return {
    groupReads,

    /** `GET /api/v1/groups`, every page. */
    listGroups: (filter?: ListFilter, options?: CallOptions) =>
      calls.list("/api/v1/groups", "list of groups", group, filter, options),

    /** `GET /api/v1/groups/{id}` */
    getGroup: (groupId: number, options?: CallOptions) =>
      calls.get(path(groupId), `group ${groupId}`, group, options),

    /** `POST /api/v1/groups/{id}` */
    saveGroup: (groupId: number, json: JsonObject, options?: CallOptions) =>
      calls.save(path(groupId), `group ${groupId}`, { body: { json } }, options),
  };
}
