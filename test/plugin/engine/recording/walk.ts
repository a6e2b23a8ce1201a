import { isJsonObject, type JsonObject, type JsonValue } from "../../../emulator/json";

/** A place in a message, such as `answer.properties.json.php`. */
export type Place = readonly (string | number)[];

/** A value in a message that is no list and no object. */
export interface Leaf {
  readonly place: Place;
  readonly value: JsonValue;
  /** Whether it stands in an envelope that keeps it secret. */
  readonly secret: boolean;
}

/** How the protocol marks a secret: a key that no program uses, with a value of its own. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** How the protocol writes a value that is not known yet. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What is in the envelope of a secret; undefined where the value is none. */
export function opened(value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value) || value[signatureKey] !== secretSignature) return undefined;
  return value.value ?? null;
}

/** A text of a message; of anything else, its JSON. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Every leaf below the value, envelopes opened. */
export function leaves(value: JsonValue, place: Place = [], secret = false): Leaf[] {
  const inside = opened(value);
  if (inside !== undefined) return leaves(inside, place, true);
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...place, index], secret));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => leaves(member, [...place, key], secret));
  }
  return [{ place, value, secret }];
}

/** The value at the place, envelopes opened; undefined where there is none. */
export function valueAt(object: JsonObject, place: Place): JsonValue | undefined {
  return place.reduce<JsonValue | undefined>((value, step) => {
    if (Array.isArray(value)) return opened(value[Number(step)]) ?? value[Number(step)];
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined;
    return opened(value[step]) ?? value[step];
  }, object);
}
