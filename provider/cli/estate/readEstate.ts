import type { Group, Host, HostConfigApi } from "../../api/hostConfigApi";
import { listGroups } from "../../lifecycle/lookup/recordsNamed";
import { inOrder } from "../../lifecycle/lookup/inOrder";
import { heldConfiguration } from "../../lifecycle/heldConfiguration";
import { chosenHosts, type HostChoice } from "../hosts/chosenHosts";
import { secretPlaces } from "../hosts/secretKeys";
import { plainText } from "../output/plainText";
import type { Estate, EstateRecord } from "./estate";
import { resourceNames } from "./resourceNames";

/**
 * Reads the chosen hosts, and the groups of the same client and search; no group where single hosts are named. Each record
 * is read by itself: a list may leave the configuration out, and what is written must be what an import will find.
 */
export async function readEstate(
  api: HostConfigApi,
  choice: HostChoice,
  signal: AbortSignal,
): Promise<Estate> {
  const [hosts, groups] = await Promise.all([
    chosenHosts(api, choice, signal),
    choice.named.length > 0 ? [] : listGroups({ api, signal }, choice.search, choice.client),
  ]);
  const read = await Promise.all([
    ...inOrder(groups).map(async (group) => {
      const own = await api.getGroup(group.id, { signal });
      return recordOf("GroupConfig", { ...own, clientId: own.clientId ?? group.clientId });
    }),
    ...hosts.map(async ({ id }) => recordOf("Host", await api.getHost(id, { signal }))),
  ]);
  const names = resourceNames(read);
  return read.map((record, index) => ({ ...record, resourceName: names[index] ?? record.name }));
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
