import { ApiError, RequestTimeoutError, ServerError } from "../api/errors";
import type { LifecycleContext } from "./context";
import type { ResourceInputs } from "./inputs";
import { hostsNamed } from "./lookup";

/** Inputs that count only when a host is created. */
export const createOnlyInputs = ["active", "yaml", "yamlAdmin"] as const;

/** Tries to create a host whose earlier try left no answer and no host. */
const createTries = 3;

/** How long, and how often, a host is searched for whose creation may still be running. */
const searchMilliseconds = 30_000;
const searchIntervalMilliseconds = 3000;

/**
 * The host of `hostId`, or the one of the name and client: it is created if it is not there, and never a second one.
 *
 * @throws HostExistsError
 */
export async function locateHost(
  context: LifecycleContext,
  inputs: ResourceInputs,
): Promise<{ id: number; created: boolean }> {
  const { hostId, name, clientId } = inputs;
  if (hostId !== undefined) return { id: hostId, created: false };
  if (name === undefined || clientId === undefined) throw new Error("a host is created by name and clientId");
  const identity = { name, clientId };
  // Of two resources of the same name and client, the second one must find the host of the first.
  const located = await context.managed.inTurn(context, `host ${clientId}/${name}`, async () => {
    const found = await hostsNamed(context, identity);
    const [only] = found;
    if (only === undefined) return { id: await createOnce(context, inputs, identity), created: true };
    if (inputs.ifExists === "adopt" && found.length === 1) return { id: only.id, created: false };
    const ids = found.map(({ id }) => id);
    throw new HostExistsError(name, clientId, ids);
  });
  const ignored = createOnlyInputs.filter((input) => inputs[input] !== undefined);
  // The service has no endpoint that applies these to a host that is there.
  if (!located.created && ignored.length > 0) {
    context.progress.warn(
      `Host ${located.id} (${name}) was there already and is adopted: ${ignored.join(", ")} count only when a host is created, and were not applied.`,
    );
  }
  return located;
}

/** Creates the host. If the answer to a try was lost, the host is searched for before the next. */
async function createOnce(
  context: LifecycleContext,
  inputs: ResourceInputs,
  identity: { name: string; clientId: number },
): Promise<number> {
  const { active, json, yaml, jsonAdmin, yamlAdmin } = inputs;
  for (let tries = 1; ; tries += 1) {
    try {
      const body = { ...identity, active, json, yaml, jsonAdmin, yamlAdmin };
      context.signal?.throwIfAborted();
      // Ends with requestTimeout, and not with Ctrl-C: a host that was made has to reach the state.
      const { id } = await context.api.createHost(body, { redact: (text) => context.redact(text) });
      return id;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.mayHaveHappened) throw error;
      const hostId = await findCreated(context, identity, mayStillRun(error));
      if (hostId !== undefined) return hostId;
      // A second try while the first is still running would make a second host.
      if (tries === createTries || mayStillRun(error)) throw error;
      context.progress.status(`the answer to the creation was lost and no host is there; trying again`);
      await context.clock.sleep(1000 * tries, context.signal);
    }
  }
}

/** True if the service may still be processing the request. */
function mayStillRun(error: ApiError): boolean {
  return error instanceof RequestTimeoutError || (error instanceof ServerError && error.status === 504);
}

/** The id of the host that a try without an answer has made. If the try may still be running, the search continues for a while. */
async function findCreated(
  context: LifecycleContext,
  { name, clientId }: { name: string; clientId: number },
  wait: boolean,
): Promise<number | undefined> {
  const until = context.clock.now() + (wait ? searchMilliseconds : 0);
  for (;;) {
    // Does not end with Ctrl-C, as the creation itself does not.
    const [host] = await hostsNamed({ api: context.api }, { name, clientId });
    if (host !== undefined || context.clock.now() >= until) return host?.id;
    context.progress.status("the answer to the creation was lost; looking for the host");
    await context.clock.sleep(searchIntervalMilliseconds, context.signal);
  }
}

/** A host of exactly this name and client is already there, and `ifExists` is `fail`. */
export class HostExistsError extends Error {
  /** The hosts that were found. */
  readonly hostIds: number[];

  constructor(name: string, clientId: number, hostIds: number[]) {
    const [first] = hostIds;
    const found = hostIds.length === 1 ? `host ${String(first)}` : `hosts ${hostIds.join(", ")}`;
    const adopt =
      hostIds.length === 1
        ? `To take it over, give \`hostId: ${String(first)}\` instead of name and clientId, or set \`ifExists: "adopt"\`.`
        : "To take one of them over, give its id as `hostId` instead of name and clientId.";
    super(
      `${name}: client ${clientId} already has ${found} of this name. ${adopt} To create another host, choose another name.`,
    );
    this.name = "HostExistsError";
    this.hostIds = hostIds;
  }
}
