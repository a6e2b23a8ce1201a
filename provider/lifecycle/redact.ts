import type { JsonObject } from "../api/json";
import { redactor, secretWords, yamlLeaves } from "../api/redact";
import type { LifecycleContext } from "./lifecycleContext";

/** The context, with the secrets of a resource taken out of what the service says: a job's output may repeat them. */
export function withSecrets(
  context: LifecycleContext,
  secrets: { json?: JsonObject | undefined; yaml?: string | undefined },
): LifecycleContext {
  if (secrets.json === undefined && secrets.yaml === undefined) return context;
  const redactThese = redactor([...secretWords(secrets.json), ...yamlLeaves(secrets.yaml ?? "")]);
  return { ...context, redact: (text) => redactThese(context.redact(text)) };
}
