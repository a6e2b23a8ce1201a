import { setValue } from "../../lifecycle/configuration/jsonKinds";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { isUnknown, UNKNOWN, type Properties, type Property } from "../../lifecycle/configuration/unknown";
import {
  outputSignature,
  resourceSignature,
  secretSignature,
  signatureKey,
  unknownTexts,
} from "../../engine/signatures";
import type { WireObject, WireValue } from "./structCodec";

/** Properties as the engine sent them, in the form that the lifecycle works with. */
export interface Received {
  properties: Properties;
  /** Where the values are secret. Inside a secret nothing is listed. */
  secrets: PropertyPath[];
}

/** What the dynamic door keeps in the state beside the lifecycle's properties. */
const foreignKeys: ReadonlySet<string> = new Set(["__provider", "__urn", "__timeouts", "__secrets"]);

/** Opens secrets, marks unknown values as such, and leaves out what only the other door has use for. */
export function receive(object: WireObject): Received {
  const secrets: PropertyPath[] = [];
  const own = Object.keys(object).filter((key) => !foreignKeys.has(key));
  return { properties: openMembers(object, own, undefined, secrets), secrets };
}

/** Where a value is. Written out only for the few that are secret. */
interface Place {
  inside: Place | undefined;
  step: string | number;
}

function open(value: WireValue, place: Place, secrets: PropertyPath[]): Property {
  if (typeof value === "string") return unknownTexts.has(value) ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map((item, step) => open(item, { inside: place, step }, secrets));
  if (typeof value !== "object" || value === null) return value;
  switch (signatureOf(value)) {
    case secretSignature:
      secrets.push(pathTo(place));
      return open(member(value, "value"), place, []);
    case outputSignature: {
      const secret = member(value, "secret") === true;
      if (secret) secrets.push(pathTo(place));
      if (!Object.hasOwn(value, "value")) return UNKNOWN;
      return open(member(value, "value"), place, secret ? [] : secrets);
    }
    case resourceSignature: {
      // Where a program gives a resource for a value, its id is meant.
      const id = open(member(value, "id"), place, secrets);
      return isUnknown(id) || typeof id === "string" ? id : member(value, "urn");
    }
    default:
      return openMembers(value, Object.keys(value), place, secrets);
  }
}

function openMembers(
  object: WireObject,
  keys: readonly string[],
  inside: Place | undefined,
  secrets: PropertyPath[],
): Properties {
  const opened: Properties = {};
  for (const step of keys) setValue(opened, step, open(member(object, step), { inside, step }, secrets));
  return opened;
}

function pathTo(place: Place): PropertyPath {
  const steps: (string | number)[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.inside) steps.unshift(at.step);
  return steps;
}

function signatureOf(object: WireObject): string {
  const signature = member(object, signatureKey);
  return typeof signature === "string" ? signature : "";
}

function member(object: WireObject, key: string): WireValue {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}
