import type { Host, HostConfigApi } from "../api/hostConfigApi";
import { redactor, secretWords } from "../api/redact";
import { secretPlaces } from "../config/secrets";
import { valueAtPath } from "../config/values";
import { inOrder, ofKnownClient, listHosts } from "../resource/lookup";
import { option, type Options, type Service, idValue, textValue } from "./command";
import { UsageError, CommandError } from "./errors";
import { plainText } from "./output";

/** Options that choose among all hosts. */
export const filterOptions = {
  client: option("ID", idValue, "Only what belongs to this client."),
  search: option("TEXT", textValue, "Only what has this text in its name."),
} as const satisfies Options;

/** Which hosts a command is for. */
export interface HostChoice {
  /** Single hosts, as a user names them. Empty for all. */
  named: readonly string[];
  client: number | undefined;
  search: string | undefined;
}

/**
 * The hosts of a choice, each once, in the order of their ids.
 *
 * @throws UsageError, CommandError
 */
export async function chosenHosts(
  api: HostConfigApi,
  { named, client, search }: HostChoice,
  signal: AbortSignal,
): Promise<Host[]> {
  if (named.length === 0) {
    const listed = await listHosts({ api, signal }, search, client);
    return inOrder(await ofKnownClient({ api, signal }, client, listed));
  }
  if (client !== undefined || search !== undefined) {
    throw new UsageError("Name single hosts, or choose them by --client and --search, but not both.");
  }
  const found = await Promise.all(named.map((name) => findHost(api, name, signal)));
  return inOrder([...new Map(found.map((host) => [host.id, host])).values()]);
}

/** More hosts than these are not listed in a message. */
const mostListed = 10;

/**
 * The host that a user names: by its id, by its client and name (`1/web1`), or by its name.
 *
 * @throws CommandError where no host, or more than one, is meant
 */
export async function findHost(api: HostConfigApi, wanted: string, signal: AbortSignal): Promise<Host> {
  if (/^[1-9]\d{0,14}$/.test(wanted)) return api.getHost(Number(wanted), { signal });
  const [, client, ownName] = /^([1-9]\d{0,14})\/(.+)$/s.exec(wanted) ?? [];
  const name = ownName ?? wanted;
  const clientId = client === undefined ? undefined : Number(client);
  const found = inOrder(await listHosts({ api, signal }, name, clientId));
  const matches = found.filter((host) => host.name === name);
  const [only] = matches;
  if (only === undefined) {
    throw new CommandError(`${api.baseUrl} has no host "${wanted}" that the token's account may see.`, [
      ...listed("Hosts with such a name:", found),
      "`npx pulumi-hostconfig status` lists all hosts.",
    ]);
  }
  if (matches.length > 1) {
    throw new CommandError(
      `"${wanted}" may be any of ${matches.length} hosts.`,
      listed("Give the id, or client and name:", matches),
    );
  }
  return only;
}

function listed(title: string, hosts: readonly Host[]): string[] {
  if (hosts.length === 0) return [];
  const names = hosts.slice(0, mostListed).map(({ id, name, clientId }) => {
    const shown = plainText(name);
    return `${id} (${clientId === undefined ? shown : `${clientId}/${shown}`})`;
  });
  const more = hosts.length > mostListed ? ` and ${hosts.length - mostListed} more` : "";
  return [`${title} ${names.join(", ")}${more}`];
}

/** `Host 12 (web1)` */
export function hostLabel({ id, name }: Host): string {
  return `Host ${id} (${plainText(name)})`;
}

/** Masks in the output of a host's jobs the token and what is probably a secret in the host's configuration. */
export async function outputRedactor(
  { connect, settings, surroundings: { signal } }: Service,
  hostId: number,
): Promise<(text: string) => string> {
  const [api, { token }] = await Promise.all([connect(), settings()]);
  // A list may leave the configuration out.
  const { json = {} } = await api.getHost(hostId, { signal });
  return redactor([token(), ...secretPlaces(json).flatMap((place) => secretWords(valueAtPath(json, place)))]);
}
