import { NotFoundError } from "../api/errors";
import type { LifecycleContext } from "./lifecycleContext";

/**
 * Makes sure that a record is gone before it leaves the state: where not even the list is there, it is the address that
 * is wrong, and where the list still has the record, it is the 404. Nothing may be forgotten over either.
 *
 * @param label `Host 12 (web1)`
 * @param list reads the list in which the record would stand
 */
export async function confirmGone(
  { api: { baseUrl } }: LifecycleContext,
  { id, label }: { id: number; label: string },
  list: () => Promise<{ id: number }[]>,
): Promise<void> {
  const listed = await list().catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    throw new Error(
      `${label}: ${baseUrl} answers 404 to everything, so this is not the service's address. Check hostconfig:baseUrl; the state stays as it is.`,
      { cause: error },
    );
  });
  if (!listed.some((record) => record.id === id)) return;
  throw new Error(
    `${label}: ${baseUrl} answers 404 for it and still lists it, so it is not taken for gone. Try again later, and tell the platform's support if it stays; the state stays as it is.`,
  );
}

/** The record, or `undefined` where the service says that there is none. */
export async function orGone<Record>(read: Promise<Record>): Promise<Record | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
