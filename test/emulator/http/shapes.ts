import { emptyObjectsAsArrays, sortKeys } from "../json";
import type { JsonObject, JsonValue } from "../json";
import type { ClientRecord, GroupRecord, HostRecord } from "../model/records";
import type { Readings } from "../readings";

/** Where a record is shown: alone, in the list of its kind, or in a list of a client's. */
export type Place = "single" | "list";

export function clientShape(client: ClientRecord, readings: Readings): JsonObject {
  return {
    id: client.id,
    firstname: client.firstname,
    lastname: client.lastname,
    email: client.email,
    created_at: dateShape(client.createdAt, readings),
    updated_at: dateShape(client.updatedAt, readings),
  };
}

export function hostShape(host: HostRecord, place: Place, readings: Readings): JsonObject {
  return {
    id: host.id,
    client_id: host.clientId,
    active: readings.active === "boolean" ? host.active : Number(host.active),
    name: host.name,
    ...configurationShape(host.json, place, readings),
    created_at: dateShape(host.createdAt, readings),
    updated_at: dateShape(host.updatedAt, readings),
    ...(host.monitoring === null ? {} : { monitoring: { ...host.monitoring } }),
  };
}

export function groupShape(group: GroupRecord, place: Place, readings: Readings): JsonObject {
  const showsClient = place === "list" || readings.clientIdOfSingleGroup === "present";
  return {
    id: group.id,
    ...(showsClient ? { client_id: group.clientId } : {}),
    name: group.name,
    ...configurationShape(group.json, place, readings),
    created_at: dateShape(group.createdAt, readings),
    updated_at: dateShape(group.updatedAt, readings),
  };
}

export function dateShape(time: number, readings: Readings): string {
  const iso = new Date(time).toISOString();
  switch (readings.dates) {
    case "iso":
      return iso;
    case "isoOffset":
      return `${iso.slice(0, 19)}+00:00`;
    case "sql":
      return iso.slice(0, 19).replace("T", " ");
  }
}

function configurationShape(json: JsonObject, place: Place, readings: Readings): JsonObject {
  if (place === "list" && readings.listItems === "withoutJson") return {};
  const sorted: JsonValue = readings.sortedKeys ? sortKeys(json) : json;
  const shown = readings.emptyObject === "[]" ? emptyObjectsAsArrays(sorted) : sorted;
  return { json: readings.json === "string" ? JSON.stringify(shown) : shown };
}
