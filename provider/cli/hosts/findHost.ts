import type { Host, HostConfigApi } from "../../api/hostConfigApi";
import { inOrder } from "../../lifecycle/lookup/inOrder";
import { listHosts } from "../../lifecycle/lookup/recordsNamed";
import { CommandError } from "../errors/commandError";
import { plainText } from "../output/plainText";

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
