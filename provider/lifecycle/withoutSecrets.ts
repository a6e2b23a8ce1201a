import type { LifecycleContext } from "./lifecycleContext";
import { PartialFailure } from "./properties/partialFailure";

/** Runs an operation; where it fails with the service's own words in the message, secrets in them do not show. */
export async function withoutSecrets<Result>(
  { redact }: Pick<LifecycleContext, "redact">,
  operate: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof PartialFailure) throw error;
    const message = redact(error.message);
    // Without a cause: the error that was caught holds the secret.
    throw message === error.message ? error : new Error(message);
  }
}
