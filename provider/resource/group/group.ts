import { z } from "zod";
import type { Group } from "../../api/hostConfigApi";
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

/** The inputs of `GroupConfig`: validation, types, schema and reference documentation all come from here. */
export const groupInputs = z.strictObject({
  groupId: idInput
    .describe("The group whose configuration this is. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  json: configurationObject.describe("The desired configuration, which the group's member hosts inherit."),
  ownership: ownershipInput,
  onConflict: onConflictInput,
  onDestroy: z
    .enum(["keep", "restore"])
    .optional()
    .describe(
      "No endpoint deletes a group. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys `deployHosts`.",
    )
    .meta({ typeName: "OnDestroy", default: "keep", shown: true }),
  deployHosts: z
    .array(idInput)
    .optional()
    .describe(
      "Ids of the hosts to deploy after a save, since a group itself cannot be deployed. Default: none.",
    ),
  deploy: deployInputs.optional().describe("When and how to deploy `deployHosts`."),
});

/** The inputs of `GroupConfig`, all values known. */
export type GroupInputs = z.infer<typeof groupInputs>;

/** What the state keeps beside the public outputs, under `__state`, as a secret. */
const groupMemory = z.object({
  /** Version of this shape; `recordedState.ts` brings older ones up to date. */
  version: z.literal(stateVersion),
  /** Key of this resource's digests. */
  key: z.string(),
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
  /** By host id. */
  deployments: z.record(z.string(), deploymentLedger).default({}),
});

type GroupMemory = z.infer<typeof groupMemory>;

/** The public outputs of `GroupConfig`, beside its inputs. */
export const groupOutputs = z.object({
  name: z.string().describe("Name of the group on the platform."),
  clientId: z.int().optional().describe("Client that owns the group, where the service tells it."),
  savedJson: configurationObject
    .default({})
    .describe(
      "What the service holds: the declared configuration and what the service or others add to it. A secret.",
    ),
  fingerprint: z
    .string()
    .describe(
      "Changes exactly when the saved configuration does; tells nothing about it. Made for a host's `deploy.triggers`.",
    ),
  createdAt: z.string().optional().describe("When the group was created, as the service spells it."),
  updatedAt: z
    .string()
    .optional()
    .describe("When the group's record was changed last, as of the last read, as the service spells it."),
  deployments: z
    .record(z.string(), deploymentSummaryShape)
    .default({})
    .describe("The latest deployments of `deployHosts`, by host id."),
});

/** A group as the state knows it. */
export interface GroupState {
  /** What the program declared, with what a refresh found changed in `json`. */
  inputs: Omit<GroupInputs, "json"> & { json?: JsonObject | undefined };
  name: string;
  clientId: number | undefined;
  savedJson: JsonObject;
  fingerprint: string;
  createdAt: string | undefined;
  updatedAt: string | undefined;
  /** The latest deployments of `deployHosts`, by host id. */
  deployments: Record<string, DeploymentSummary>;
  memory: GroupMemory;
}

/** Outputs that are secret as a whole: they may repeat what is secret inside `json`. */
export const secretGroupOutputs = ["savedJson", "__state"] as const;

const groupState = z.object({
  ...groupInputs.shape,
  // After a save whose answer was lost, the state declares nothing.
  json: groupInputs.shape.json.optional(),
  ...groupOutputs.shape,
  __state: groupMemory,
});

/** Reads the outputs that an earlier operation, perhaps of an older version, has left in the state. */
export function groupStateOf(outputs: Properties): GroupState {
  const state = readRecordedState(groupState, outputs);
  const { name, clientId, savedJson, fingerprint, createdAt, updatedAt, deployments, ...others } = state;
  const { __state: memory, ...inputs } = others;
  return { inputs, name, clientId, savedJson, fingerprint, createdAt, updatedAt, deployments, memory };
}

/** The outputs to put into the state. */
export function groupOutputsOf(state: GroupState): Properties {
  const { memory, inputs, ...outputs } = state;
  return withoutUndefined({ ...inputs, ...outputs, __state: withoutUndefined(memory) });
}

/** What a group's record says about the outputs. */
export function recordOutputs(
  group: Group,
): Pick<GroupState, "name" | "clientId" | "createdAt" | "updatedAt"> {
  return {
    name: group.name,
    clientId: group.clientId,
    createdAt: group.createdAt,
    updatedAt: group.updatedAt,
  };
}
