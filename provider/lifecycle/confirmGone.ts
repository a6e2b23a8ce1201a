import { ForbiddenError, NotFoundError } from "../api/errors";
import type { LifecycleContext } from "./lifecycleContext";

/** A record of which the service says 404. */
export interface MissingRecord {
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
 * @throws Error, for instance NotCertainlyGoneError, where that is not certain; the state has to stay as it is
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

/** The record, or `undefined` where the service says that there is none. */
export async function orGone<Record>(read: Promise<Record>): Promise<Record | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
