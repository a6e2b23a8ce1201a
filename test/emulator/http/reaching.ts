import type { Token } from "../model/access";
import { mayReach } from "../model/access";
import type { ClientRecord, GroupRecord, HostRecord } from "../model/records";
import type { Service } from "../model/service";
import { Refusal } from "./refusal";

/** The bodies that the reference shows for the two refusals of one endpoint. */
export interface ShownRefusals {
  readonly forbidden: "error" | "empty";
  readonly notFound: "error" | "empty";
}

const bothEmpty: ShownRefusals = { forbidden: "empty", notFound: "empty" };

/** The host with this id, if there is one that the caller may reach. */
export function reachHost(service: Service, caller: Token, id: number, shown = bothEmpty): HostRecord {
  const host = service.store.hosts.get(id);
  const hidden = host?.active === false && caller.access === "client";
  if (hidden && mayReach(caller, host.clientId) && service.readings.inactiveToClients === 404)
    throw new Refusal(404, "Host not found", shown.notFound);
  return reach(service, caller, host, host?.clientId, "Host not found", shown);
}

export function reachGroup(service: Service, caller: Token, id: number, shown = bothEmpty): GroupRecord {
  const group = service.store.groups.get(id);
  return reach(service, caller, group, group?.clientId, "Group not found", shown);
}

export function reachClient(service: Service, caller: Token, id: number): ClientRecord {
  const client = service.store.clients.get(id);
  return reach(service, caller, client, id, "Client not found", bothEmpty);
}

function reach<Found>(
  service: Service,
  caller: Token,
  found: Found | undefined,
  clientId: number | undefined,
  missing: string,
  shown: ShownRefusals,
): Found {
  if (found === undefined || clientId === undefined) throw new Refusal(404, missing, shown.notFound);
  if (mayReach(caller, clientId)) return found;
  if (service.readings.foreign === 404) throw new Refusal(404, missing, shown.notFound);
  throw new Refusal(403, "Forbidden", shown.forbidden);
}
