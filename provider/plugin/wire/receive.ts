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
  const own = Object.entries(object).filter(([key]) => !foreignKeys.has(key));
  return { properties: openMembers(own, [], secrets), secrets };
}

function open(value: WireValue, path: PropertyPath, secrets: PropertyPath[]): Property {
  if (typeof value === "string") return unknownTexts.has(value) ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map((item, index) => open(item, [...path, index], secrets));
  if (typeof value !== "object" || value === null) return value;
  switch (signatureOf(value)) {
    case secretSignature:
      secrets.push(path);
      return open(member(value, "value"), path, []);
    case outputSignature: {
      const secret = member(value, "secret") === true;
      if (secret) secrets.push(path);
      if (!Object.hasOwn(value, "value")) return UNKNOWN;
      return open(member(value, "value"), path, secret ? [] : secrets);
    }
    case resourceSignature: {
      // Where a program gives a resource for a value, its id is meant.
      const id = open(member(value, "id"), path, secrets);
      return isUnknown(id) || typeof id === "string" ? id : member(value, "urn");
    }
    default:
      return openMembers(Object.entries(value), path, secrets);
  }
}

function openMembers(
  members: [string, WireValue][],
  path: PropertyPath,
  secrets: PropertyPath[],
): Properties {
  return Object.fromEntries(members.map(([key, value]) => [key, open(value, [...path, key], secrets)]));
}

function signatureOf(object: WireObject): string {
  const signature = member(object, signatureKey);
  return typeof signature === "string" ? signature : "";
}

function member(object: WireObject, key: string): WireValue {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}
