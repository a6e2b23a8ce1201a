import { z } from "zod";
import type { Host } from "../../api/hostConfigApi";
import type { JsonObject } from "../../api/json";
import { beforeDrift } from "../configuration/beforeDrift";
import { configurationObject } from "../configuration/jsonInputs";
import { withoutUndefined } from "../configuration/jsonKinds";
import type { Properties } from "../configuration/unknown";
import { deploymentSummaryShape, type DeploymentSummary } from "../deployment/deploymentSummary";
import { deploymentLedger } from "../deployment/ledger";
import { lostSave } from "../lostSave";
import { readRecordedState, stateVersion } from "../recordedState";
import { hostInputs, type HostInputs } from "./hostInputs";

/** What the state keeps beside the public outputs, under `__state`, as a secret. */
const hostMemory = z.object({
  /** Version of this shape; `recordedState.ts` brings older ones up to date. */
  version: z.literal(stateVersion),
  /** Key of this resource's digests. */
  key: z.string(),
  /** Which of the inputs that are also outputs the program gave, and what. */
  given: z.object({
    hostId: z.number().optional(),
    name: z.string().optional(),
    clientId: z.number().optional(),
    active: z.boolean().optional(),
  }),
  /** Whether this resource created the host or took it over. */
  origin: z.enum(["created", "adopted"]),
  /** The configuration from before the takeover. */
  previous: configurationObject.optional(),
  /** See `KnownConfiguration`. */
  fresh: z.array(z.array(z.string())).default([]),
  removed: z.array(z.array(z.string())).optional(),
  observed: z.boolean(),
  /** Imported, and never saved since: what is declared is what was there, and nothing in it is the program's yet. */
  unsavedImport: z.boolean().optional(),
  lostSave: lostSave.optional(),
  beforeDrift: beforeDrift.optional(),
  deployment: deploymentLedger,
});

export type HostMemory = z.infer<typeof hostMemory>;

/** The public outputs of `Host`, beside those of its inputs that are not among them. */
export const hostOutputs = z.object({
  hostId: z.int().describe("Id of the host on the platform."),
  name: z.string().describe("Name of the host on the platform."),
  clientId: z.int().optional().describe("Client that owns the host."),
  active: z.boolean().optional().describe("Whether the host is active."),
  savedJson: configurationObject
    .default({})
    .describe(
      "What the service holds: the declared configuration and what the service or others add to it. A secret.",
    ),
  fingerprint: z
    .string()
    .describe(
      "Changes exactly when the saved configuration does; tells nothing about it. Made for `deploy.triggers`.",
    ),
  createdAt: z.string().optional().describe("When the host was created, as the service spells it."),
  updatedAt: z
    .string()
    .optional()
    .describe("When the host's record was changed last, as of the last read, as the service spells it."),
  deployment: deploymentSummaryShape
    .optional()
    .describe("The latest deployment as it was last seen; left out where there was none."),
});

/** A host as the state knows it. */
export interface HostState {
  /** What the program declared, with what a refresh found changed in `json`. */
  inputs: HostInputs;
  hostId: number;
  name: string;
  clientId: number | undefined;
  active: boolean | undefined;
  savedJson: JsonObject;
  fingerprint: string;
  createdAt: string | undefined;
  updatedAt: string | undefined;
  deployment: DeploymentSummary | undefined;
  memory: HostMemory;
}

/** Outputs that are secret as a whole: `savedJson` and `__state` may repeat what is secret inside `json`. */
export const secretHostOutputs = ["jsonAdmin", "yamlAdmin", "savedJson", "__state"] as const;

/** An output that has the name of an input says what the service has; what the program gave stands in the memory. */
const hostState = z.object({ ...hostInputs.shape, ...hostOutputs.shape, __state: hostMemory });

/** Reads the outputs that an earlier operation, perhaps of an older version, has left in the state. */
export function hostStateOf(outputs: Properties): HostState {
  const state = readRecordedState(hostState, outputs);
  const { hostId, name, clientId, active, savedJson, fingerprint, createdAt, updatedAt, ...others } = state;
  const { deployment, __state: memory, ...declared } = others;
  return {
    inputs: { ...declared, ...memory.given },
    hostId,
    name,
    clientId,
    active,
    savedJson,
    fingerprint,
    createdAt,
    updatedAt,
    deployment,
    memory,
  };
}

/** The outputs to put into the state. */
export function hostOutputsOf(state: HostState): Properties {
  const { memory, inputs, ...outputs } = state;
  return withoutUndefined({ ...inputs, ...outputs, __state: withoutUndefined(memory) });
}

/** What a host's record says about the outputs. */
export function recordOutputs(
  host: Host,
): Pick<HostState, "hostId" | "name" | "clientId" | "active" | "createdAt" | "updatedAt"> {
  return {
    hostId: host.id,
    name: host.name,
    clientId: host.clientId,
    active: host.active,
    createdAt: host.createdAt,
    updatedAt: host.updatedAt,
  };
}
