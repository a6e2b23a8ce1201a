import type { LookupContext } from "./recordsNamed";

/**
 * The records that a list has of one client. A service may answer an empty list for a client that does not exist, or that
 * the token cannot see: a program that makes a resource of each record would then remove them all. `GET /api/v1/clients/{id}`
 * for an empty list
 *
 * @throws NotFoundError, ForbiddenError for such a client
 */
export async function ofKnownClient<Item>(
  { api, signal }: LookupContext,
  clientId: number | undefined,
  found: Item[],
): Promise<Item[]> {
  if (clientId !== undefined && found.length === 0) await api.getClient(clientId, { signal });
  return found;
}
