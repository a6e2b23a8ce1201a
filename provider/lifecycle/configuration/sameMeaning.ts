import { ExactNumber, sameNumber } from "../../api/exactNumbers";
import { isEmptyContainer, isObject, valueAt } from "./jsonKinds";
import { isUnknown, type Property } from "./unknown";

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
