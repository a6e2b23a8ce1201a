import { ExactNumber } from "../../api/exactNumbers";
import { setValue } from "../../lifecycle/configuration/jsonKinds";
import { isUnknown, type Properties, type Property } from "../../lifecycle/configuration/unknown";
import { carryText } from "../../engine/carriedText";
import { secretSignature, signatureKey, unknownText } from "../../engine/signatures";
import type { WireObject, WireValue } from "./structCodec";

/** A value that Pulumi has to keep secret. */
export class Secret {
  constructor(readonly value: Property) {}
}

/** A property in which some values are marked as secret. */
export type Marked = Property | Secret | Marked[] | { [key: string]: Marked };

/** Properties in which some values are marked as secret. */
export type MarkedProperties = Record<string, Marked>;

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
