import type { Group, Host, HostConfigApi } from "../api/hostConfigApi";

/** What a look-up works with. */
export interface LookupContext {
  api: HostConfigApi;
  /** Aborted when the user wants to stop. */
  signal?: AbortSignal | undefined;
}

/** What is searched for: an exact name, of one client or of all. */
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

/**
 * The service's id for a resource's id: the number itself, or, for an import, the client's number and the
 * name, such as `1/web1`.
 *
 * @throws Error if the id has neither form; LookupError if nothing, or more than one record, has exactly this name
 */
export async function recordId(context: LookupContext, kind: "host" | "group", id: string): Promise<number> {
  if (/^0*[1-9][0-9]{0,14}$/.test(id)) return Number(id);
  const [, client, name] = /^0*([1-9][0-9]{0,14})\/(.+)$/s.exec(id) ?? [];
  if (client === undefined || name === undefined) {
    throw new Error(
      `"${id}" is no id of a ${kind}: give its number, such as 12, or its client's number and its name, such as 1/web1.`,
    );
  }
  const wanted = { name, clientId: Number(client) };
  return theOnly(
    kind,
    context.api.baseUrl,
    wanted,
    await (kind === "host" ? hostsNamed(context, wanted) : groupsNamed(context, wanted)),
  ).id;
}

/**
 * The only record of the wanted name.
 *
 * @param address of the service, for the error
 * @throws LookupError if there is none, or more than one
 */
export function theOnly<Item extends Match>(
  kind: "host" | "group",
  address: string,
  wanted: WantedName,
  found: readonly Item[],
): Item {
  const [only] = found;
  if (only === undefined || found.length > 1) throw new LookupError(kind, address, wanted, found);
  return only;
}

/** A host or group that was looked up by its name. */
export interface Match {
  id: number;
  clientId: number | undefined;
}

/** Not exactly one host or group is of the given name. */
export class LookupError extends Error {
  /** What was found; empty if nothing was. */
  readonly matches: readonly Match[];

  constructor(
    kind: "host" | "group",
    address: string,
    wanted: { name: string; clientId: number | undefined },
    matches: readonly Match[],
  ) {
    const owner = wanted.clientId === undefined ? "" : ` of client ${wanted.clientId}`;
    const plural = `get${kind === "host" ? "Hosts" : "Groups"}`;
    super(
      matches.length === 0
        ? `${address} has no ${kind} of exactly the name "${wanted.name}"${owner} that the token's account may see. ` +
            `\`${plural}\` with \`search\` finds parts of names.`
        : `${address} has ${matches.length} ${kind}s of exactly the name "${wanted.name}"${owner}: ` +
            `${matches.map(inWords).join(", ")}. Give ${wanted.clientId === undefined ? "clientId too, or " : ""}the id instead of the name.`,
    );
    this.name = "LookupError";
    this.matches = matches;
  }
}

function inWords({ id, clientId }: Match): string {
  return clientId === undefined ? String(id) : `${id} (client ${clientId})`;
}

/**
 * The records that a list has of one client. A service may answer an empty list for a client that does not exist, or that
 * the token cannot see: a program that makes a resource of each record would then remove them all. `GET /api/v1/clients/{id}`
 * for an empty list
 *
 * @throws NotFoundError, ForbiddenError for such a client
 */
export async function ofKnownClient<Item>(
  { api, signal }: LookupContext,
  clientId: number | undefined,
  found: Item[],
): Promise<Item[]> {
  if (clientId !== undefined && found.length === 0) await api.getClient(clientId, { signal });
  return found;
}

/** By id: the service promises no order, and another order would look like a change. */
export function inOrder<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => left.id - right.id);
}
