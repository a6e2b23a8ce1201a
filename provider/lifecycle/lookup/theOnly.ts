import { LookupError, type Match } from "./lookupError";
import type { WantedName } from "./recordsNamed";

/**
 * The only record of the wanted name.
 *
 * @param address of the service, for the error
 * @throws LookupError where there is none, or more than one
 */
export function theOnly<Item extends Match>(
  kind: "host" | "group",
  address: string,
  wanted: WantedName,
  found: readonly Item[],
): Item {
  const [only] = found;
  if (only === undefined || found.length > 1) throw new LookupError(kind, address, wanted, found);
  return only;
}
