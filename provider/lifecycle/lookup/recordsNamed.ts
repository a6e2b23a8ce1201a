import type { Group, Host, HostConfigApi } from "../../api/hostConfigApi";
import { inOrder } from "./inOrder";

/** What a look-up works with. */
export interface LookupContext {
  api: HostConfigApi;
  /** Aborted when the user wants to stop. */
  signal?: AbortSignal | undefined;
}

/** What is looked for: an exact name, of one client or of all. */
export interface WantedName {
  name: string;
  clientId: number | undefined;
}

/** The hosts of exactly this name. The service's search finds partial matches, every page. */
export async function hostsNamed(context: LookupContext, { name, clientId }: WantedName): Promise<Host[]> {
  return exactly(name, await listHosts(context, name, clientId));
}

/** The groups of exactly this name. */
export async function groupsNamed(context: LookupContext, { name, clientId }: WantedName): Promise<Group[]> {
  return exactly(name, await listGroups(context, name, clientId));
}

/** Hosts whose names contain the text, of one client or of all. */
export async function listHosts(
  { api, signal }: LookupContext,
  search: string | undefined,
  clientId: number | undefined,
): Promise<Host[]> {
  // Not `/clients/{id}/hosts`: that one leaves out inactive hosts, also for those who may see them.
  const hosts = await api.listHosts({ search }, { signal });
  return clientId === undefined ? hosts : hosts.filter((host) => host.clientId === clientId);
}

/**
 * Groups whose names contain the text, of one client or of all. A group's record may leave its client out, so the
 * service has to choose.
 */
export async function listGroups(
  { api, signal }: LookupContext,
  search: string | undefined,
  clientId: number | undefined,
): Promise<Group[]> {
  if (clientId === undefined) return api.listGroups({ search }, { signal });
  const groups = await api.listClientGroups(clientId, { search }, { signal });
  return groups.map((group) => ({ ...group, clientId: group.clientId ?? clientId }));
}

function exactly<Item extends { id: number; name: string }>(name: string, found: readonly Item[]): Item[] {
  return inOrder(found.filter((item) => item.name === name));
}
