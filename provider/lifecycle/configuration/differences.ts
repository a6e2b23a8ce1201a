import { asObject, unionOfKeys, valueAt } from "./jsonKinds";
import type { PropertyPath } from "./propertyPath";
import { sameMeaning } from "./sameMeaning";
import type { Property } from "./unknown";

/** One place where two values differ in meaning. */
export interface Difference {
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
