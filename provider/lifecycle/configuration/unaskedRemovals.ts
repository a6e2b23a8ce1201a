import { asObject, isObject, valueAt } from "./jsonKinds";
import type { Overwritten } from "./overwritten";
import type { PropertyPath } from "./propertyPath";
import { holdsNothing } from "./unheld";
import type { Properties } from "./unknown";

/**
 * What the first save of a configuration would remove although the program has never named it.
 *
 * @param asked what the program has declared before: a key that goes from there is removed on purpose
 */
export function unaskedRemovals(
  { held, saved, asked }: { held: Properties; saved: Properties; asked: Properties | undefined },
  path: PropertyPath = [],
): Overwritten[] {
  return Object.entries(held).flatMap(([key, theirs]): Overwritten[] => {
    const place = [...path, key];
    const [ours, before] = [valueAt(saved, key), valueAt(asked, key)];
    if (ours === undefined && before === undefined) {
      return holdsNothing(theirs) ? [] : [{ path: place, theirs, ours }];
    }
    const kept = ours === undefined ? {} : asObject(ours);
    if (!isObject(theirs) || kept === undefined || (ours === undefined && !isObject(before))) return [];
    return unaskedRemovals({ held: theirs, saved: kept, asked: asObject(before) }, place);
  });
}
