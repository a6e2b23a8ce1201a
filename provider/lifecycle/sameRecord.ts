import type { DriftedValue } from "./configuration/beforeDrift";
import type { LifecycleContext } from "./lifecycleContext";
import { shortName } from "./shortName";

/** What tells one host or group from another, beside its id. */
interface Identity {
  name: string;
  clientId?: number | undefined;
  active?: boolean | undefined;
  createdAt?: string | undefined;
}

/** What the program itself says about it. */
interface GivenIdentity {
  name?: unknown;
  clientId?: unknown;
  active?: unknown;
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
    `${label}: what ${context.api.baseUrl} has under this id is not what the state knows: it is called "${context.redact(shortName(name))}" and was created at ${createdAt}. Check hostconfig:baseUrl. If it is right, \`pulumi state delete\` removes the resource from the state, and the next \`pulumi up\` adopts what is there. The state stays as it is.`,
  );
}

/**
 * Makes sure that a save goes to the owner that the state and the program know. What a host of another client gets would be somebody else's
 * configuration.
 */
export function sameOwner<Record extends Identity>(
  label: string,
  known: Identity,
  given: GivenIdentity,
  record: Record,
): Record {
  if (record.clientId === undefined) return record;
  if (known.clientId !== undefined && known.clientId !== record.clientId) {
    throw new Error(
      `${label}: nothing was saved, because it was moved from client ${known.clientId} to client ${record.clientId} outside Pulumi. If that is right, run \`pulumi refresh\` to accept the new owner, and then the command again.`,
    );
  }
  if (typeof given.clientId === "number" && given.clientId !== record.clientId) {
    throw new Error(
      `${label}: nothing was saved, because the program says clientId ${given.clientId}, and it belongs to client ${record.clientId}. If that is right, set clientId to ${record.clientId}.`,
    );
  }
  return record;
}

/** What was changed about the record outside Pulumi beside its configuration. */
export function identityDrift(known: Identity, record: Identity): DriftedValue[] {
  return (["name", "clientId", "active"] as const).flatMap((output) => {
    const [before, after] = [known[output], record[output]];
    const isKnown = before !== undefined && before !== "" && after !== undefined;
    return isKnown && before !== after ? [{ path: [output], before, after }] : [];
  });
}

/** The same, one sentence each. */
export function identityChanges(label: string, known: Identity, record: Identity): string[] {
  return identityDrift(known, record).map(({ path: [output], before, after }) => {
    const [is, was] = [after, before].map((value) =>
      JSON.stringify(typeof value === "string" ? shortName(value) : value),
    );
    return `${label} was changed outside Pulumi: ${String(output)} is ${is ?? ""} and was ${was ?? ""}.`;
  });
}

/** Where the program says something else about the record than the service, as the state saw it last, one sentence each. */
export function identityNotices(label: string, known: Identity, given: GivenIdentity): string[] {
  return (["name", "clientId", "active"] as const).flatMap((input) => {
    const [said, is] = [given[input], known[input]];
    if (said === undefined || is === undefined || typeof said !== typeof is) return [];
    const [program, service] = [JSON.stringify(said), JSON.stringify(is)];
    // A service may write a name in its own way.
    if (program.toLowerCase() === service.toLowerCase()) return [];
    return [
      `${label}: the program says ${input} ${program}, and the service says ${service}. An update does not change it.`,
    ];
  });
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
