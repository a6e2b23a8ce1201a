import { isObject } from "./jsonKinds";
import { isProbablySecret } from "./probableSecrets";
import { leadsTo, type PropertyPath } from "./propertyPath";
import { isUnknown, type Property } from "./unknown";

/** Which values a message must not show, by the places that a program marks as secret. */
export interface SecretPlaces {
  /** Whether the place is secret, with all that is in it. */
  isSecret(path: PropertyPath): boolean;
  /** Whether the value stands where an object with a secret in it was. */
  replacesSecret(value: Property, path: PropertyPath): boolean;
}

/** A list with a secret in it is secret as a whole: its items may have moved. */
export function secretAt(paths: readonly PropertyPath[]): SecretPlaces {
  const places = paths.map((path) => {
    const item = path.findIndex((step) => typeof step === "number");
    return item === -1 ? path : path.slice(0, item);
  });
  return {
    isSecret: (path) => places.some((place) => leadsTo(place, path)),
    replacesSecret: (value, path) => !isObject(value) && places.some((place) => leadsTo(path, place)),
  };
}

/** What stands for a secret in all that is printed. */
export const secretMark = "[secret]";

/** The value without what the program, its key or its form calls a secret. */
export function masked(value: Property, path: PropertyPath, secret: SecretPlaces): Property {
  if (value === undefined) return value;
  if (isUnknown(value) || secret.isSecret(path) || secret.replacesSecret(value, path)) return secretMark;
  if (Array.isArray(value)) return value.map((item, index) => masked(item, [...path, index], secret));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, masked(member, [...path, key], secret)]),
    );
  }
  return isProbablySecret(value, path) ? secretMark : value;
}
