import type { LifecycleContext } from "./context";
import { PartialFailure } from "./results";

import type { JsonObject } from "../api/json";
import { redactor, secretWords, yamlLeaves } from "../api/redact";

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

/** The context, with the secrets of a resource taken out of what the service says: a job's output may repeat them. */
export function withSecrets(
  context: LifecycleContext,
  secrets: { json?: JsonObject | undefined; yaml?: string | undefined },
): LifecycleContext {
  if (secrets.json === undefined && secrets.yaml === undefined) return context;
  const redactThese = redactor([...secretWords(secrets.json), ...yamlLeaves(secrets.yaml ?? "")]);
  return { ...context, redact: (text) => redactThese(context.redact(text)) };
}
