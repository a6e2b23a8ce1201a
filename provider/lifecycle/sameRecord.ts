import type { LifecycleContext } from "./lifecycleContext";
import { shortName } from "./shortName";

/** What tells one host or group from another, beside its id. */
interface Identity {
  name: string;
  clientId?: number | undefined;
  createdAt?: string | undefined;
}

/** Less than this between two times of a creation is a matter of spelling. */
const spellingMilliseconds = 1000;

/**
 * Makes sure that the record that the service has under an id is the one that the state knows. At another address the same
 * id is another host: a refresh would take its configuration for drift, and an update would save over it.
 *
 * @param label `Host 12 (web1)`
 */
export function sameRecord<Record extends Identity>(
  context: LifecycleContext,
  label: string,
  known: Identity,
  record: Record,
): Record {
  if (!isAnother(known, record)) return record;
  const { name, createdAt = "" } = record;
  throw new Error(
    `${label}: what ${context.api.baseUrl} has under this id is not what the state knows: it is called "${context.redact(shortName(name))}" and was created at ${createdAt}. Check hostconfig:baseUrl; where it is right, \`pulumi state delete\` takes the resource out of the state, and the next \`pulumi up\` takes over what is there. The state stays as it is.`,
  );
}

/** A rename, a new owner and a new spelling of the time happen to one record, but not together. */
function isAnother(known: Identity, record: Identity): boolean {
  const apart = Math.abs(millisecondsOf(known.createdAt) - millisecondsOf(record.createdAt));
  const moved =
    known.clientId !== undefined && record.clientId !== undefined && known.clientId !== record.clientId;
  return apart >= spellingMilliseconds && (known.name !== record.name || moved);
}

/** NaN where the time is not known or not understood, which is never apart from another. */
function millisecondsOf(time: string | undefined): number {
  return time === undefined ? NaN : Date.parse(time);
}
