import { NotFoundError } from "../api/errors";
import type { LifecycleContext } from "./lifecycleContext";

/**
 * Makes sure that a record is gone before it leaves the state: where not even the list is there, it is the address that
 * is wrong, and nothing may be forgotten over it.
 *
 * @param label `Host 12 (web1)`
 * @param list reads the list in which the record would stand
 */
export async function confirmGone(
  context: LifecycleContext,
  label: string,
  list: () => Promise<unknown>,
): Promise<void> {
  try {
    await list();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new Error(
      `${label}: ${context.api.baseUrl} answers 404 to everything, so this is not the service's address. Check hostconfig:baseUrl; the state stays as it is.`,
      { cause: error },
    );
  }
  context.progress.warn(`${label} is not on the platform any more and leaves the state.`);
}
