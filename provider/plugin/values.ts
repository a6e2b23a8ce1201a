import { ExactNumber } from "../api/json";
import {
  setValue,
  type PropertyPath,
  isUnknown,
  UNKNOWN,
  type Properties,
  type Property,
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
import { dynamicKeys } from "../runtime/dynamicState";
import type { Received } from "../runtime/secrets";
import type { WireObject, WireValue } from "./structs";

/** Opens secrets and carried texts, marks unknown values as such, and leaves out the keys of the dynamic provider. */
export function receive(object: WireObject): Received {
  const properties: Properties = {};
  const secrets: PropertyPath[] = [];
  for (const key of Object.keys(object)) {
    if (dynamicKeys.includes(key)) continue;
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

/** A value that Pulumi has to keep secret. */
export class Secret {
  constructor(readonly value: Property) {}
}

/** A property in which some values are marked as secret. */
export type Marked = Property | Secret | Marked[] | { [key: string]: Marked };

/** Properties in which some values are marked as secret. */
export type MarkedProperties = Record<string, Marked>;
