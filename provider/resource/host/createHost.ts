import type { LifecycleContext } from "../context";
import { ApiError, RequestTimeoutError, ServerError } from "../../api/errors";
import type { DeployStatus } from "../../api/hostConfigApi";
import { configurationDigest } from "../../config/compare";
import { unheldKeys } from "../../config/conflicts";
import { known, type Properties } from "../../config/values";

import { readDeployStatus, DeploymentRun } from "../../deploy/deploymentRun";
import { deployOptionsIn } from "../../deploy/options";
import { owedAtTakeover, deploymentSummary } from "../../deploy/record";
import { hostsNamed } from "../lookup";
import { notHeld } from "../saveGuard";
import { stateVersion } from "../state";
import { withoutSecrets } from "../withoutSecrets";
import { applyHost, givenIdentity, hostLabel, hostContext, hostFailure } from "./applyHost";
import { createOnlyInputs, hostInputs, type HostInputs, hostOutputsOf, type HostState } from "./host";
import { readCreated, unreadPlaces } from "./readCreated";

/** Tries to create a host whose earlier try left no answer and no host. */
const createTries = 3;

/** How long, and how often, a host is looked for whose creation may still be going on. */
const lookMilliseconds = 30_000;
const lookIntervalMilliseconds = 3000;

/** Adopts the host of `hostId`, or creates one; never a second one of the same name and client. */
export async function createHost(
  context: LifecycleContext,
  news: Properties,
): Promise<{ id: string; outputs: Properties }> {
  const inputs = hostInputs.parse(known(news));
  const own = hostContext(context, inputs);
  const { hostId } = inputs;
  const state = await withoutSecrets(own, () =>
    hostId === undefined ? createByName(own, inputs) : adopt(own, inputs, hostId),
  );
  context.managed.add(`host ${state.hostId}`, inputs);
  return { id: String(state.hostId), outputs: hostOutputsOf(state) };
}

async function adopt(context: LifecycleContext, inputs: HostInputs, hostId: number): Promise<HostState> {
  const state = { ...newState(context, inputs, "adopted"), hostId, name: inputs.name ?? "" };
  const adopted = await applyHost(context, state, inputs, true);
  if (adopted.deployment !== undefined) return adopted;
  let status: DeployStatus | undefined;
  try {
    status = await readDeployStatus(context, hostId);
  } catch (error) {
    // Perhaps it was saved: what was there before must not be forgotten.
    throw hostFailure(context, adopted, [error]);
  }
  const found = { ...adopted, deployment: deploymentSummary(status) };
  const { json, deploy } = inputs;
  if (json === undefined || !owedAtTakeover(deploy?.onCreate, status, adopted.updatedAt)) return found;
  return deployCreated(context, { ...found, memory: { ...found.memory, deployment: { owed: true } } });
}

async function createByName(context: LifecycleContext, inputs: HostInputs): Promise<HostState> {
  const { name, clientId } = inputs;
  if (name === undefined || clientId === undefined) throw new Error("a host is created by name and clientId");
  const identity = { name, clientId };
  // Of two resources of the same name and client, the second one must find the host of the first.
  const { existing, hostId } = await context.managed.inTurn(context, `host ${clientId}/${name}`, async () => {
    const found = await hostsNamed(context, identity);
    const [only] = found;
    if (only === undefined) return { existing: false, hostId: await createOnce(context, inputs, identity) };
    if (inputs.ifExists === "adopt" && found.length === 1) return { existing: true, hostId: only.id };
    throw new HostExistsError(
      name,
      clientId,
      found.map(({ id }) => id),
    );
  });
  if (!existing) return created(context, inputs, { hostId, ...identity });
  tellIgnored(context, inputs, hostId);
  return adopt(context, inputs, hostId);
}

/** Inputs that only a creation would have used: the service has no endpoint that applies them to a host that is there. */
function tellIgnored(context: LifecycleContext, inputs: HostInputs, hostId: number): void {
  const ignored = createOnlyInputs.filter((input) => inputs[input] !== undefined);
  if (ignored.length === 0) return;
  context.progress.warn(
    `Host ${hostId} (${inputs.name ?? ""}) was there already and is adopted: ${ignored.join(", ")} count only when a host is created, and were not applied.`,
  );
}

/** Creates the host. Where the answer to a try was lost, the host is looked for before the next. */
async function createOnce(
  context: LifecycleContext,
  inputs: HostInputs,
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
      const hostId = await findCreated(context, identity, mayGoOn(error));
      if (hostId !== undefined) return hostId;
      // A second try while the first still goes on would make a second host.
      if (tries === createTries || mayGoOn(error)) throw error;
      context.progress.status(`the answer to the creation was lost and no host is there; trying again`);
      await context.clock.sleep(1000 * tries, context.signal);
    }
  }
}

/** Whether nothing tells that the service has ended its work on the request. */
function mayGoOn(error: ApiError): boolean {
  return error instanceof RequestTimeoutError || (error instanceof ServerError && error.status === 504);
}

/** The id of the host that a try without an answer has made. One that may go on is looked for a while. */
async function findCreated(
  context: LifecycleContext,
  { name, clientId }: { name: string; clientId: number },
  wait: boolean,
): Promise<number | undefined> {
  const until = context.clock.now() + (wait ? lookMilliseconds : 0);
  for (;;) {
    // Does not end with Ctrl-C, as the creation itself does not.
    const [host] = await hostsNamed({ api: context.api }, { name, clientId });
    if (host !== undefined || context.clock.now() >= until) return host?.id;
    context.progress.status("the answer to the creation was lost; looking for the host");
    await context.clock.sleep(lookIntervalMilliseconds, context.signal);
  }
}

/** From here on the host is there: whatever fails, its id has to reach the state. */
async function created(
  context: LifecycleContext,
  inputs: HostInputs,
  identity: { hostId: number; name: string; clientId: number },
): Promise<HostState> {
  const { memory, ...unread } = newState(context, inputs, "created");
  const deploys = inputs.deploy?.onCreate === true;
  const state: HostState = {
    ...unread,
    ...identity,
    active: inputs.active,
    savedJson: inputs.json ?? {},
    memory: { ...memory, fresh: unreadPlaces, deployment: deploys ? { owed: true } : memory.deployment },
  };
  let read: HostState;
  try {
    read = await readCreated(context, state);
  } catch (error) {
    throw hostFailure(context, state, [error]);
  }
  const unheld = unheldKeys(inputs.json ?? {}, read.savedJson);
  if (unheld.length > 0) context.progress.warn(notHeld(hostLabel(read), unheld));
  return deploys ? deployCreated(context, read) : read;
}

function newState(context: LifecycleContext, inputs: HostInputs, origin: "created" | "adopted"): HostState {
  const key = context.randomHex(16);
  return {
    inputs,
    hostId: 0,
    name: "",
    clientId: undefined,
    active: undefined,
    savedJson: {},
    fingerprint: context.randomHex(12),
    createdAt: undefined,
    updatedAt: undefined,
    deployment: undefined,
    memory: {
      version: stateVersion,
      key,
      given: givenIdentity(inputs),
      origin,
      previous: undefined,
      fresh: [],
      observed: false,
      deployment: { waived: configurationDigest(key, inputs.json, inputs.jsonAdmin) },
    },
  };
}

/**
 * Deploys a host that was just created, or taken over as it is, for `deploy.onCreate`.
 *
 * @param state the host, its deployment being owed
 */
async function deployCreated(context: LifecycleContext, state: HostState): Promise<HostState> {
  const { inputs, memory } = state;
  const due = {
    target: { id: state.hostId, label: hostLabel(state) },
    options: deployOptionsIn(context, inputs.deploy),
    ledger: {},
    digest: configurationDigest(memory.key, inputs.json, inputs.jsonAdmin),
    triggered: false,
  };
  let run: DeploymentRun;
  try {
    run = await DeploymentRun.prepare(context, due);
  } catch (error) {
    throw hostFailure(context, state, [error]);
  }
  const report = await run.finish(false);
  const next = {
    ...state,
    deployment: report.summary ?? state.deployment,
    memory: { ...memory, deployment: report.ledger },
  };
  if (report.error !== undefined) throw hostFailure(context, next, [report.error]);
  return next;
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
