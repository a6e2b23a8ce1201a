import { isObject } from "./jsonKinds";
import type { PropertyPath } from "./propertyPath";
import type { Property } from "./unknown";

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

/** Whether the second path is the first, or goes on from it. */
function leadsTo(short: PropertyPath, long: PropertyPath): boolean {
  return short.length <= long.length && short.every((step, index) => step === long[index]);
}
