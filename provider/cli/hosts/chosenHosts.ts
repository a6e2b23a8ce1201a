import type { Host, HostConfigApi } from "../../api/hostConfigApi";
import { inOrder } from "../../lifecycle/lookup/inOrder";
import { ofKnownClient } from "../../lifecycle/lookup/ofKnownClient";
import { listHosts } from "../../lifecycle/lookup/recordsNamed";
import { option, type Options } from "../command";
import { UsageError } from "../errors/usageError";
import { idValue, textValue } from "../optionValues";
import { findHost } from "./findHost";

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
  if (named.length > 0) {
    if (client !== undefined || search !== undefined) {
      throw new UsageError("Name single hosts, or choose them by --client and --search, but not both.");
    }
    const found = await Promise.all(named.map((name) => findHost(api, name, signal)));
    return inOrder([...new Map(found.map((host) => [host.id, host])).values()]);
  }
  return inOrder(
    await ofKnownClient({ api, signal }, client, await listHosts({ api, signal }, search, client)),
  );
}
