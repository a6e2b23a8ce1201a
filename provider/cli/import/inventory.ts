import { NotFoundError } from "../../api/errors";
import type { Group, Host, HostConfigApi } from "../../api/hostConfigApi";
import type { JsonObject, JsonValue } from "../../api/json";
import { secretPlaces } from "../../config/secrets";
import { type PropertyPath, isObject, formatPropertyPath } from "../../config/values";
import { listGroups, inOrder } from "../../resource/lookup";
import { heldConfiguration } from "../../resource/save";
import { chosenHosts, type HostChoice } from "../hosts";
import { plainText } from "../output";

/** A host or a group that comes under Pulumi. */
export interface InventoryRecord {
  kind: "Host" | "GroupConfig";
  id: number;
  /** On the platform; safe for a terminal. */
  name: string;
  /** In the program; no other record has it. */
  resourceName: string;
  json: JsonObject;
  /** Places in `json` whose values are probably secrets. */
  secrets: PropertyPath[];
}

/** What identifies a record to a person. */
export type NamedRecord = Pick<InventoryRecord, "kind" | "id" | "name">;

/** All groups, then all hosts, each in the order of their ids. */
export type Inventory = readonly InventoryRecord[];

/**
 * Reads the chosen hosts, and the groups of the same client and search; no group where single hosts are named. Each record
 * is read by itself: a list may leave the configuration out, and what is written must be what an import will find.
 *
 * @returns also, as `gone`, what was listed and could not be found when it was read
 */
export async function readInventory(
  api: HostConfigApi,
  choice: HostChoice,
  signal: AbortSignal,
): Promise<{ found: Inventory; gone: NamedRecord[] }> {
  const [hosts, groups] = await Promise.all([
    chosenHosts(api, choice, signal),
    choice.named.length > 0 ? [] : listGroups({ api, signal }, choice.search, choice.client),
  ]);
  const read = await Promise.all([
    ...inOrder(groups).map((group) => orGone("GroupConfig", group, () => api.getGroup(group.id, { signal }))),
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

/** Reading many records takes a while: one that is gone is no reason to have read the others for nothing. */
async function orGone(
  kind: InventoryRecord["kind"],
  listed: Pick<Host, "id" | "name">,
  read: () => Promise<Host | Group>,
): Promise<Omit<InventoryRecord, "resourceName"> | NamedRecord> {
  try {
    const record = await read();
    const json = heldConfiguration(record);
    return { kind, id: record.id, name: plainText(record.name), json, secrets: secretPlaces(json) };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { kind, id: listed.id, name: plainText(listed.name) };
  }
}

/** In a YAML program, Pulumi's own variable. */
const reserved = "pulumi";

/**
 * A name in the program for each record: the record's own, as far as its characters go into a URN and into a file name.
 * Where two would get the same, or one a reserved name, all of them get their id behind it, so that no name depends on
 * the order.
 */
export function resourceNames(records: readonly NamedRecord[]): string[] {
  const plain = records.map(usable);
  const counts = new Map([[reserved, 1]]);
  for (const name of plain) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  const taken = new Set(plain.filter((name) => counts.get(folded(name)) === 1).map(folded));
  return records.map((record, index) => {
    const name = plain[index] ?? "";
    if (counts.get(folded(name)) === 1) return name;
    return free(`${name}-${record.id}`, record, taken);
  });
}

/** `web1-12` may be another host's own name. */
function free(wanted: string, record: NamedRecord, taken: Set<string>): string {
  const kind = record.kind === "Host" ? "host" : "group";
  let name = wanted;
  while (taken.has(folded(name))) name = `${name}-${kind}`;
  taken.add(folded(name));
  return name;
}

function usable({ kind, id, name }: NamedRecord): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return plain === "" ? `${kind === "Host" ? "host" : "group"}-${id}` : plain.slice(0, 100);
}

/** Names that differ only in case confuse people. */
function folded(name: string): string {
  return name.toLowerCase();
}

/** A member of an object, or an item of a list, that the language, or Pulumi in it, cannot carry. */
export type UnusableMember = (key: string | number, value: JsonValue) => boolean;

/** Where a record's configuration cannot be written down; `undefined` where it can. */
export function unusablePlace(record: InventoryRecord, unusable: UnusableMember): string | undefined {
  const place = firstPlace(record.json, ["json"], unusable);
  return place === undefined ? undefined : formatPropertyPath(place);
}

function firstPlace(
  value: JsonValue,
  path: PropertyPath,
  unusable: UnusableMember,
): PropertyPath | undefined {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const key = isList ? Number(name) : name;
    const place = [...path, key];
    const found = unusable(key, member) ? place : firstPlace(member, place, unusable);
    if (found !== undefined) return found;
  }
  return undefined;
}
