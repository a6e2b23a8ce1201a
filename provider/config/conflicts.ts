import type { JsonObject, JsonValue } from "../api/json";
import { sameMeaning } from "./compare";
import {
  asObject,
  unionOfKeys,
  valueAt,
  type PropertyPath,
  type Property,
  isObject,
  type Properties,
  isEmptyContainer,
} from "./values";

/** One value of others that a save overwrites or removes. */
export interface Overwritten {
  path: PropertyPath;
  /** What the service holds; `undefined` if others have removed it. */
  theirs: Property;
  /** What the save puts there; `undefined` if it removes the value. */
  ours: Property;
}

/** What is compared: values at one place of four configurations. */
interface Compared {
  /** What the program knows of: what the state last saw, or nothing when the configuration is adopted. */
  seen: Property;
  /** What the service holds now. */
  held: Property;
  /** What it will hold after the save. */
  saved: Property;
  /** What a save of ours, whose answer was lost, has sent. */
  attempted?: Property;
}

/**
 * What a save would overwrite or remove of what the program does not know of. What others changed to the very value that is
 * saved is not overwritten, and neither is what an earlier save of ours has left behind.
 */
export function overwritten(
  { seen, held, saved, attempted }: Compared,
  path: PropertyPath = [],
): Overwritten[] {
  if (sameMeaning(held, saved) || sameMeaning(held, seen)) return [];
  if (held !== undefined && sameMeaning(held, attempted)) return [];
  const [before, theirs, ours] = [asObject(seen), asObject(held), asObject(saved)];
  // An object that others alone have made is one value of theirs.
  const isShared =
    ours === undefined
      ? saved === undefined && before !== undefined
      : seen === undefined || before !== undefined;
  if (theirs === undefined || !isShared) return [{ path, theirs: held, ours: saved }];
  const tried = asObject(attempted);
  return unionOfKeys(before, theirs).flatMap((key) =>
    overwritten(
      {
        seen: valueAt(before, key),
        held: valueAt(theirs, key),
        saved: valueAt(ours, key),
        attempted: valueAt(tried, key),
      },
      [...path, key],
    ),
  );
}

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

/**
 * The declared keys that the service does not hold, as deep inside as they can be named. `null` and empty objects and lists hold no value that
 * could be lost: a service may leave them out.
 */
export function unheldKeys(declared: JsonObject, held: JsonObject, path: PropertyPath = []): PropertyPath[] {
  return Object.entries(declared).flatMap(([key, value]) => {
    const holds = valueAt(held, key);
    if (holds === undefined) return holdsNothing(value) ? [] : [[...path, key]];
    const inside = asObject(holds);
    return isObject(value) && inside !== undefined ? unheldKeys(value, inside, [...path, key]) : [];
  });
}

/** The declaration without the keys that the service does not hold: what a program would have declared for that. */
export function withoutUnheld(declared: JsonObject, held: JsonObject): JsonObject {
  if (unheldKeys(declared, held).length === 0) return declared;
  const members = Object.entries(declared).flatMap(([key, value]): [string, JsonValue][] => {
    const holds = valueAt(held, key);
    if (holds === undefined) return holdsNothing(value) ? [[key, value]] : [];
    const inside = asObject(holds);
    return [[key, isObject(value) && inside !== undefined ? withoutUnheld(value, inside) : value]];
  });
  return Object.fromEntries(members);
}

/** Whether there is no value inside that could be lost. */
function holdsNothing(value: Property): boolean {
  if (value === null || isEmptyContainer(value)) return true;
  return isObject(value) && Object.values(value).every(holdsNothing);
}
