import { ForbiddenError, NotFoundError } from "../api/errors";
import type { DriftedValue } from "../config/drift";
import type { LifecycleContext } from "./context";
import { recordLabel, type ResourceState, shortName } from "./definition";

/** What distinguishes one host or group from another, beside its id. */
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

/** What the program says otherwise about the record than the service, as the state saw it last, one sentence each. */
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

/** NaN if the time is unknown or invalid: never apart from another. */
function millisecondsOf(time: string | undefined): number {
  return time === undefined ? NaN : Date.parse(time);
}

/** Makes sure that the record that the state knows is gone: see `confirmGone`. */
export async function confirmRecordGone(context: LifecycleContext, state: ResourceState): Promise<void> {
  const label = recordLabel(state);
  const { name, clientId } = state.record;
  await confirmGone(context, { kind: state.definition.noun, id: state.id, label, name, clientId });
}

/** A record of which the service says 404. */
interface MissingRecord {
  kind: "host" | "group";
  id: number;
  /** `Host 12 (web1)` */
  label: string;
  /** As the state knows it; the lists are searched for it. */
  name: string;
  /** The client that owned the record when it was last seen. */
  clientId: number | undefined;
  /** What to do if it was removed. Default: take the resource out of the state. */
  ifRemoved?: string | undefined;
}

/** Whether a record is gone cannot be told with this token. */
export class NotCertainlyGoneError extends Error {
  constructor(message: string, cause: Error | undefined) {
    super(message, { cause });
    this.name = "NotCertainlyGoneError";
  }
}

/**
 * Makes sure that a record is gone before anything is forgotten over its 404. The service may answer the same for a wrong
 * address, for a token of another client, and, to a client-access token, for a host that was made inactive or moved.
 *
 * @throws Error, for instance NotCertainlyGoneError, if that is not certain; the state has to stay as it is
 */
export async function confirmGone(context: LifecycleContext, record: MissingRecord): Promise<void> {
  const { api, signal } = context;
  const { kind, id, label, name, clientId } = record;
  const listed = await list(context, kind, name).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    throw new Error(
      `${label}: ${api.baseUrl} answers 404 to everything, so this is not the service's address. Check hostconfig:baseUrl; the state stays as it is.`,
      { cause: error },
    );
  });
  if (listed.some((found) => found.id === id)) {
    throw new Error(
      `${label}: ${api.baseUrl} answers 404 for it and still lists it, so it is not taken for gone. Try again later, and tell the platform's support if it stays; the state stays as it is.`,
    );
  }
  if (clientId === undefined) {
    throw notCertain(record, "the state does not know which client owns it", "a token that can see it");
  }
  await api.getClient(clientId, { signal }).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    const why = `the token cannot see client ${clientId}, which owned it`;
    throw notCertain(record, why, `a token that can see client ${clientId}`, error);
  });
  if (await seesMoreThan(clientId, context)) return;
  throw notCertain(
    record,
    `the token sees only client ${clientId}, and may get the same answer for a ${kind} that was ${kind === "host" ? "made inactive or " : ""}moved to another client`,
    "a token that can see several clients",
  );
}

/** Whether the token is none of the client's own: one of these sees neither other clients nor inactive hosts. */
async function seesMoreThan(clientId: number, { api, signal }: LifecycleContext): Promise<boolean> {
  const clients = (await unlessRefused(api.listClients({}, { signal }))) ?? [];
  if (clients.some(({ id }) => id !== clientId)) return true;
  const hosts = (await unlessRefused(api.listHosts({}, { signal }))) ?? [];
  return hosts.some(({ active }) => active === false);
}

async function list(
  { api, signal }: LifecycleContext,
  kind: MissingRecord["kind"],
  search: string,
): Promise<{ id: number }[]> {
  return kind === "host" ? api.listHosts({ search }, { signal }) : api.listGroups({ search }, { signal });
}

function notCertain(record: MissingRecord, why: string, token: string, cause?: Error): Error {
  const { kind, label } = record;
  const more = cause instanceof ForbiddenError ? ` ${cause.message}` : "";
  const ifRemoved =
    record.ifRemoved ??
    `If the ${kind} was removed from the platform, run \`pulumi state delete\` with the resource's URN (\`pulumi stack --show-urns\`).`;
  return new NotCertainlyGoneError(
    `${label}: the service answers 404, which is no proof that the ${kind} is gone: ${why}. The state stays as it is. Use ${token}. ${ifRemoved}${more}`,
    cause,
  );
}

async function unlessRefused<Found>(read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

function isRefused(error: unknown): error is NotFoundError | ForbiddenError {
  return error instanceof NotFoundError || error instanceof ForbiddenError;
}

/** The record, or `undefined` if the service says that there is none. */
export async function orGone<Record>(read: Promise<Record>): Promise<Record | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * Runs an update; if the record is not there any more, the error says how it leaves the state.
 *
 * @param label `Host 12 (web1)`
 * @param subject as the api names the record: `host 12`
 */
export async function withGoneHint<Result>(
  label: string,
  subject: string,
  update: () => Promise<Result>,
): Promise<Result> {
  try {
    return await update();
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.subject !== subject) throw error;
    throw new Error(
      `${error.message} If ${label} was removed from the platform, run \`pulumi refresh\`: it removes it from the state, or says what else to do.`,
      { cause: error },
    );
  }
}
