import { asObject, unionOfKeys, valueAt } from "./jsonKinds";
import type { PropertyPath } from "./propertyPath";
import { sameMeaning } from "./sameMeaning";
import type { Property } from "./unknown";

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

/** Those that the save removes. */
export function removals(values: readonly Overwritten[]): Overwritten[] {
  return values.filter(({ ours }) => ours === undefined);
}
