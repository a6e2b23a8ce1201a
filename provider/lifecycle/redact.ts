import type { JsonObject } from "../api/json";
import { leaves, redactor, yamlLeaves } from "../api/redact";
import type { LifecycleContext } from "./lifecycleContext";

/** The context, with the secrets of a resource taken out of what the service says: a job's output may repeat them. */
export function withSecrets(
  context: LifecycleContext,
  secrets: { json?: JsonObject | undefined; yaml?: string | undefined },
): LifecycleContext {
  const redactThese = redactor([...jsonSecrets(secrets.json), ...yamlLeaves(secrets.yaml ?? "")]);
  return { ...context, redact: (text) => redactThese(context.redact(text)) };
}

/** The values, and the lines of values such as keys: a job prints them one after the other, and a wait shows each at once. */
function jsonSecrets(json: JsonObject | undefined): string[] {
  return [...leaves(json)].flatMap((value) => [value, ...value.split(/\r?\n/).map((line) => line.trim())]);
}
