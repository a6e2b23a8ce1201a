import { isDeepStrictEqual } from "node:util";
import { ExactNumber } from "../api/json";
import { repeater } from "../api/redact";
import {
  setValue,
  type PropertyPath,
  isUnknown,
  UNKNOWN,
  type Properties,
  type Property,
  isObject,
} from "../config/values";
import {
  openText,
  outputSignature,
  resourceSignature,
  secretSignature,
  signatureKey,
  unknownTexts,
  carryText,
  unknownText,
} from "../runtime/carriedText";
import type { WireObject, WireValue } from "./structs";

/** Properties as the engine sent them, in the form that the lifecycle works with. */
export interface Received {
  properties: Properties;
  /** Where the values are secret. Inside a secret nothing is listed. */
  secrets: PropertyPath[];
}

/** What the dynamic door keeps in the state beside the lifecycle's properties. */
const foreignKeys: ReadonlySet<string> = new Set(["__provider", "__urn", "__timeouts", "__secrets"]);

/** Opens secrets and carried texts, marks unknown values as such, and leaves out what only the other door has use for. */
export function receive(object: WireObject): Received {
  const properties: Properties = {};
  const secrets: PropertyPath[] = [];
  for (const key of Object.keys(object)) {
    if (foreignKeys.has(key)) continue;
    const name = openText(key);
    setValue(properties, name, openAt(member(object, key), name, [], secrets));
  }
  return { properties, secrets };
}

/** The steps to the value that is looked at: grows on the way in, shrinks on the way out. */
type Place = (string | number)[];

/** The value itself where nothing in it is to be opened: a refresh sees thousands of them. */
function open(value: WireValue, place: Place, secrets: PropertyPath[]): Property {
  if (typeof value === "string") return unknownTexts.has(value) ? UNKNOWN : openText(value);
  if (Array.isArray(value)) return openItems(value, place, secrets);
  if (typeof value !== "object" || value === null) return value;
  switch (signatureOf(value)) {
    case secretSignature:
      secrets.push([...place]);
      return open(member(value, "value"), place, []);
    case outputSignature: {
      const secret = member(value, "secret") === true;
      if (secret) secrets.push([...place]);
      if (!Object.hasOwn(value, "value")) return UNKNOWN;
      return open(member(value, "value"), place, secret ? [] : secrets);
    }
    case resourceSignature: {
      // Where a program gives a resource for a value, its id is meant.
      const id = open(member(value, "id"), place, secrets);
      return isUnknown(id) || typeof id === "string" ? id : member(value, "urn");
    }
    default:
      return openMembers(value, place, secrets);
  }
}

function openItems(list: WireValue[], place: Place, secrets: PropertyPath[]): Property[] {
  const opened = list.map((item, step) => openAt(item, step, place, secrets));
  return opened.every((item, index) => item === list[index]) ? list : opened;
}

function openMembers(object: WireObject, place: Place, secrets: PropertyPath[]): Properties {
  const keys = Object.keys(object);
  let opened: Properties | undefined;
  for (const [index, key] of keys.entries()) {
    const name = openText(key);
    const value = openAt(member(object, key), name, place, secrets);
    if (opened === undefined && name === key && value === member(object, key)) continue;
    opened ??= Object.fromEntries(keys.slice(0, index).map((same) => [same, member(object, same)]));
    setValue(opened, name, value);
  }
  return opened ?? object;
}

function openAt(value: WireValue, step: string | number, place: Place, secrets: PropertyPath[]): Property {
  place.push(step);
  const opened = open(value, place, secrets);
  place.pop();
  return opened;
}

function signatureOf(object: WireObject): string {
  const signature = member(object, signatureKey);
  return typeof signature === "string" ? signature : "";
}

function member(object: WireObject, key: string): WireValue {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** A value that Pulumi has to keep secret. */
class Secret {
  constructor(readonly value: Property) {}
}

/** A property in which some values are marked as secret. */
type Marked = Property | Secret | Marked[] | { [key: string]: Marked };

/** Properties in which some values are marked as secret. */
type MarkedProperties = Record<string, Marked>;

/** The properties in the form that the engine reads. */
export function send(properties: MarkedProperties | Properties): WireObject {
  const members: WireObject = {};
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) setValue(members, carryText(key), close(value));
  }
  return members;
}

function close(value: Marked): WireValue {
  if (value instanceof Secret) return { [signatureKey]: secretSignature, value: close(value.value) };
  if (typeof value === "string") return carryText(value);
  if (isUnknown(value)) return unknownText;
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(close);
  if (typeof value === "object" && value !== null) return send(value);
  return value ?? null;
}

/** What is secret in properties that go out. */
interface SecretMarks {
  /** Values at these places are secret, as a whole. */
  paths: readonly PropertyPath[];
  /** Texts that are secret wherever they stand, also inside another and in any spelling. */
  texts?: ReadonlySet<string>;
  /**
   * Mark a list with a secret in it as a whole. For values that come from the service: there an item may have moved to
   * another place.
   */
  wholeLists?: boolean;
  /** Values that are still the same are marked as they were, and nothing else counts for them. */
  before?: Received;
}

/** What marks a value; where nothing is said of lists and texts, only its place does. */
interface Marking {
  wholeLists?: boolean;
  repeatsSecret?: (text: string) => boolean;
}

interface MarkTree {
  whole: boolean;
  members: Map<string | number, MarkTree>;
}

/** A value as it was, with its marks. */
interface Before {
  value: Property;
  tree: MarkTree | undefined;
}

/** Marks the secrets among the properties. */
export function markSecrets(properties: Properties, marks: SecretMarks): MarkedProperties {
  const { paths, texts = [], wholeLists = false, before } = marks;
  const was = before && { value: before.properties, tree: treeOf(before.secrets) };
  return markMembers(properties, treeOf(paths), { wholeLists, repeatsSecret: repeater(texts) }, was);
}

function markMembers(
  properties: Properties,
  tree: MarkTree | undefined,
  marks: Marking,
  was: Before | undefined,
): MarkedProperties {
  const marked = Object.entries(properties).map(([key, value]): [string, Marked] => [
    key,
    mark(value, tree?.members.get(key), marks, memberOf(was, key)),
  ]);
  return Object.fromEntries(marked);
}

function memberOf(was: Before | undefined, key: string): Before | undefined {
  if (was === undefined || !isObject(was.value) || !Object.hasOwn(was.value, key)) return undefined;
  return { value: was.value[key], tree: was.tree?.members.get(key) };
}

function treeOf(paths: readonly PropertyPath[]): MarkTree {
  const root: MarkTree = { whole: false, members: new Map() };
  for (const path of paths) {
    let at = root;
    for (const step of path) {
      const next = at.members.get(step) ?? { whole: false, members: new Map() };
      at.members.set(step, next);
      at = next;
    }
    at.whole = true;
  }
  return root;
}

function mark(value: Property, tree: MarkTree | undefined, marks: Marking, was?: Before): Marked {
  if (value === undefined) return value;
  if (was !== undefined && isDeepStrictEqual(value, was.value)) return mark(value, was.tree, {});
  if (tree?.whole === true) return new Secret(value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => mark(item, tree?.members.get(index), marks));
    const moved = marks.wholeLists === true && (items.some(holdsSecret) || tree !== undefined);
    return moved ? new Secret(value) : items;
  }
  if (isObject(value)) return markMembers(value, tree, marks, was);
  // A secret was inside this place when it still was an object or a list.
  if (tree !== undefined) return new Secret(value);
  return typeof value === "string" && marks.repeatsSecret?.(value) === true ? new Secret(value) : value;
}

function holdsSecret(value: Marked): boolean {
  if (value instanceof Secret) return true;
  if (typeof value !== "object" || value === null || isUnknown(value)) return false;
  return Object.values(value as MarkedProperties).some(holdsSecret);
}
