import { NotFoundError } from "../../api/errors";
import type { Group, Host, HostConfigApi } from "../../api/hostConfigApi";
import { listGroups } from "../../lifecycle/lookup/recordsNamed";
import { inOrder } from "../../lifecycle/lookup/inOrder";
import { heldConfiguration } from "../../lifecycle/heldConfiguration";
import { chosenHosts, type HostChoice } from "../hosts/chosenHosts";
import { secretPlaces } from "../../lifecycle/configuration/probableSecrets";
import { plainText } from "../output/plainText";
import type { Estate, EstateRecord, NamedRecord } from "./estate";
import { resourceNames } from "./resourceNames";

/**
 * Reads the chosen hosts, and the groups of the same client and search; no group where single hosts are named. Each record
 * is read by itself: a list may leave the configuration out, and what is written must be what an import will find.
 *
 * @returns also, as `gone`, what was listed and could not be found when it was read
 */
export async function readEstate(
  api: HostConfigApi,
  choice: HostChoice,
  signal: AbortSignal,
): Promise<{ found: Estate; gone: NamedRecord[] }> {
  const [hosts, groups] = await Promise.all([
    chosenHosts(api, choice, signal),
    choice.named.length > 0 ? [] : listGroups({ api, signal }, choice.search, choice.client),
  ]);
  const read = await Promise.all([
    ...inOrder(groups).map((group) =>
      orGone("GroupConfig", group, async () => {
        const own = await api.getGroup(group.id, { signal });
        return { ...own, clientId: own.clientId ?? group.clientId };
      }),
    ),
    ...hosts.map((host) => orGone("Host", host, () => api.getHost(host.id, { signal }))),
  ]);
  const gone = read.filter((record) => !("json" in record));
  const found = read.filter((record) => "json" in record);
  const names = resourceNames(found);
  return {
    found: found.map((record, index) => ({ ...record, resourceName: names[index] ?? record.name })),
    gone,
  };
}

/** A large account takes a while to read, and one host less in it is no reason to have read the others for nothing. */
async function orGone(
  kind: EstateRecord["kind"],
  { id, name }: Pick<Host, "id" | "name">,
  read: () => Promise<Host | Group>,
): Promise<Omit<EstateRecord, "resourceName"> | NamedRecord> {
  try {
    return recordOf(kind, await read());
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { kind, id, name: plainText(name) };
  }
}

function recordOf(kind: EstateRecord["kind"], record: Host | Group): Omit<EstateRecord, "resourceName"> {
  const json = heldConfiguration(record);
  return {
    kind,
    id: record.id,
    name: plainText(record.name),
    clientId: record.clientId,
    json,
    secrets: secretPlaces(json),
  };
}
