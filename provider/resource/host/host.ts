import { z } from "zod";
import type { Host } from "../../api/hostConfigApi";
import type { JsonObject } from "../../api/json";
import {
  configurationObject,
  idInput,
  onConflictInput,
  ownershipInput,
} from "../../config/configurationValue";
import { beforeDrift } from "../../config/drift";
import { withoutUndefined, type Properties } from "../../config/values";
import { deployInputs } from "../../deploy/options";
import { deploymentSummaryShape, type DeploymentSummary, deploymentLedger } from "../../deploy/record";
import { lostSave } from "../lostSave";
import { readRecordedState, stateVersion } from "../state";

/** The inputs of `Host`: validation, types, schema and reference documentation all come from here. */
export const hostInputs = z.strictObject({
  hostId: idInput
    .optional()
    .describe(
      "Adopt this existing host. Excludes `name`, `clientId` and the inputs that count only when a host is created. Changing it replaces.",
    )
    .meta({ replaces: true, shown: true }),
  name: z
    .string()
    .min(1, "a host needs a name")
    .optional()
    .describe("Name of the host to create; needs an admin-access token. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  clientId: idInput
    .optional()
    .describe("Client that owns the host to create. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  ifExists: z
    .enum(["fail", "adopt"])
    .optional()
    .describe(
      "What to do when a host of exactly this name and client is already there: `fail` (default) and say how to adopt it, or `adopt` it as `hostId` would; `active`, `yaml` and `yamlAdmin` are then not applied, and a warning says so.",
    )
    .meta({ typeName: "IfExists", shown: true }),
  active: z
    .boolean()
    .optional()
    .describe(
      "Whether the new host is active. Counts only when the host is created; a later change is refused, unless it writes down what the host is.",
    )
    .meta({ shown: true }),
  yaml: z
    .string()
    .optional()
    .describe(
      "YAML configuration of the new host. Counts only when the host is created; a later change is refused.",
    ),
  yamlAdmin: z
    .string()
    .optional()
    .describe(
      "Admin-level YAML configuration of the new host, a secret. Counts only when the host is created; a later change is refused.",
    ),
  json: configurationObject
    .optional()
    .describe("The desired configuration (client level). Left out, the configuration is not managed."),
  jsonAdmin: configurationObject
    .optional()
    .describe(
      "Admin-level configuration, a secret; needs an admin-access token. The service never returns it: it is compared with what was last written, and drift in it cannot be seen.",
    ),
  ownership: ownershipInput,
  onConflict: onConflictInput,
  deploy: deployInputs.optional().describe("When and how to deploy what was saved."),
  onDestroy: z
    .enum(["keep", "restore"])
    .optional()
    .describe(
      "No endpoint deletes a host. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys it.",
    )
    .meta({ typeName: "OnDestroy", default: "keep", shown: true }),
});

/** The inputs of `Host`, all values known. */
export type HostInputs = z.infer<typeof hostInputs>;

/** Inputs that count only when a host is created. */
export const createOnlyInputs = ["active", "yaml", "yamlAdmin"] as const;

/** What can be done where one of them is changed later. */
export function createOnlyAdvice(it: string): string {
  return `counts only when a host is created, and no endpoint changes it afterwards. Put the old value back or remove ${it} from the program; to create another host, change its name`;
}

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

type HostMemory = z.infer<typeof hostMemory>;

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
