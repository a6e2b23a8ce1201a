import { LookupError, type Match } from "./errors/lookupError";

interface Named extends Match {
  name: string;
}

/**
 * The only item of exactly this name.
 *
 * @throws LookupError where there is none, or more than one
 */
export function theOneNamed<Item extends Named>(
  kind: "host" | "group",
  address: string,
  wanted: { name: string; clientId: number | undefined },
  found: readonly Item[],
): Item {
  const matches = inOrder(found.filter(({ name }) => name === wanted.name));
  const [only] = matches;
  if (only === undefined || matches.length > 1) throw new LookupError(kind, address, wanted, matches);
  return only;
}

/** By id: the service promises no order, and another order would look like a change. */
export function inOrder<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => left.id - right.id);
}

/** What is wrong with arguments that should name one host or group, by its id or by its name. */
export function identityProblem(
  idKey: "hostId" | "groupId",
  args: { id: number | undefined; name: string | undefined; clientId: number | undefined },
): { property: string; reason: string } | undefined {
  if (args.id === undefined && args.name === undefined) {
    return {
      property: idKey,
      reason: `give ${idKey}, or name (and clientId where the name alone is not unique)`,
    };
  }
  if (args.id === undefined) return undefined;
  const [extra] = (["name", "clientId"] as const).filter((key) => args[key] !== undefined);
  if (extra === undefined) return undefined;
  return { property: extra, reason: `${extra} and ${idKey} exclude each other; remove one of the two` };
}
