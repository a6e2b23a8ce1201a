import { createHmac } from "node:crypto";
import { ExactNumber, sameNumber, canonicalNumber, type JsonValue } from "../api/json";
import {
  isEmptyContainer,
  isObject,
  valueAt,
  isUnknown,
  type Property,
  asObject,
  unionOfKeys,
  type PropertyPath,
} from "./values";

/** One input whose change a preview names. */
export interface PropertyDifference {
  path: PropertyPath;
  kind: "add" | "update" | "delete" | "add-replace" | "update-replace" | "delete-replace";
}

/**
 * Whether two values configure the same thing.
 *
 * The order of keys does not matter, an empty list is an empty object (the service may return either),
 * a key that is undefined is no key, and the spelling of a number does not matter. A value that is not known yet is like no other, not even like itself.
 */
export function sameMeaning(left: Property, right: Property): boolean {
  if (isUnknown(left) || isUnknown(right)) return false;
  if (left === right) return true;
  if (left instanceof ExactNumber) return right instanceof ExactNumber && sameNumber(left, right);
  if (isEmptyContainer(left) && isEmptyContainer(right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameMeaning(item, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    // Without a list of the keys of both: a refresh compares every key of every resource some times.
    return (
      Object.keys(left).every((key) => sameMeaning(left[key], valueAt(right, key))) &&
      Object.keys(right).every((key) => right[key] === undefined || valueAt(left, key) !== undefined)
    );
  }
  return false;
}

/** One place where two values differ in meaning. */
interface Difference {
  path: PropertyPath;
  kind: "add" | "update" | "delete";
}

/**
 * The places where `after` differs in meaning from `before`, as deep inside as they can be named.
 *
 * Lists of the same length are compared item by item; of different lengths, the list as a whole differs.
 */
export function differences(before: Property, after: Property, path: PropertyPath = []): Difference[] {
  if (sameMeaning(before, after)) return [];
  if (before === undefined) return [{ path, kind: "add" }];
  if (after === undefined) return [{ path, kind: "delete" }];
  const [objectBefore, objectAfter] = [asObject(before), asObject(after)];
  if (objectBefore !== undefined && objectAfter !== undefined) {
    return unionOfKeys(objectBefore, objectAfter).flatMap((key) =>
      differences(valueAt(objectBefore, key), valueAt(objectAfter, key), [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => differences(item, after[index], [...path, index]));
  }
  return [{ path, kind: "update" }];
}

/** A text that is equal for two values exactly when they have the same meaning. */
export function canonicalJson(value: JsonValue): string {
  if (isEmptyContainer(value)) return "{}";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => (member as JsonValue | undefined) !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  return value instanceof ExactNumber ? canonicalNumber(value.text) : JSON.stringify(value);
}

/**
 * A short text that is equal for configurations of the same meaning. Without the resource's own random key, which the
 * state keeps as a secret, nobody can find out by trying what was configured.
 */
export function configurationDigest(key: string, ...configurations: (JsonValue | undefined)[]): string {
  const hmac = createHmac("sha256", key);
  for (const configuration of configurations) {
    hmac.update(configuration === undefined ? "-" : canonicalJson(configuration)).update("\n");
  }
  return hmac.digest("hex").slice(0, 24);
}
