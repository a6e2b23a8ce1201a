import { z } from "zod";
import { configurationObject, idInput } from "../config/configurationValue";
import { withoutUndefined } from "../config/values";
import { deploymentRecord, deploymentSummaryShape } from "../deploy/record";
import type { ResourceDefinition } from "./definition";
import { commonInputs } from "./inputs";
import { memory, readRecordedState } from "./state";

/** The inputs of `GroupConfig`: validation, types, schema and reference documentation all come from here. */
export const groupInputs = z.strictObject({
  groupId: idInput
    .describe("The group whose configuration this is. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  json: configurationObject.describe("The desired configuration, which the group's member hosts inherit."),
  ownership: commonInputs.ownership,
  onConflict: commonInputs.onConflict,
  onDestroy: commonInputs.onDestroy.describe(
    "No endpoint deletes a group. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys `deployHosts`.",
  ),
  deployHosts: z
    .array(idInput)
    .optional()
    .describe(
      "Ids of the hosts to deploy after a save, since a group itself cannot be deployed. Default: none.",
    )
    .meta({ unset: [] }),
  deploy: commonInputs.deploy.describe("When and how to deploy `deployHosts`."),
});

/** The inputs of `GroupConfig`, all values known. */
export type GroupInputs = z.infer<typeof groupInputs>;

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

/** Outputs that are secret as a whole: they may repeat what is secret inside `json`. */
export const secretGroupOutputs = ["savedJson", "__state"] as const;

const groupState = z.object({
  ...groupInputs.shape,
  // After a save whose answer was lost, the state declares nothing.
  json: groupInputs.shape.json.optional(),
  ...groupOutputs.shape,
  __state: memory.omit({ given: true, origin: true }).extend({
    /** By host id. */
    deployments: z.record(z.string(), deploymentRecord).default({}),
  }),
});

export const group: ResourceDefinition = {
  label: "Group",
  noun: "group",
  inputs: groupInputs,
  outputs: groupOutputs,
  secretOutputs: secretGroupOutputs,
  configurations: ["json"],
  ifTargetMissing:
    "If the host was removed from the platform, remove it from the `deployHosts` of the group and run `pulumi up`.",

  identity: (groupId) => ({ groupId }),
  parse: (inputs) => groupInputs.parse(inputs),

  decode: (outputs) => {
    const {
      __state,
      savedJson,
      fingerprint,
      deployments: summaries,
      ...others
    } = readRecordedState(groupState, outputs);
    const { name, clientId, createdAt, updatedAt, ...inputs } = others;
    const { deployments: records, ...memory } = __state;
    const hosts = Object.keys({ ...summaries, ...records });
    return {
      definition: group,
      inputs,
      id: inputs.groupId,
      record: { name, clientId, createdAt, updatedAt },
      savedJson,
      fingerprint,
      deployments: new Map(hosts.map((id) => [Number(id), { summary: summaries[id], record: records[id] }])),
      memory,
    };
  },

  encode: ({ inputs, record, savedJson, fingerprint, deployments, memory }) => {
    const hosts = [...deployments];
    const summaries = Object.fromEntries(hosts.map(([id, { summary }]) => [id, summary]));
    const records = Object.fromEntries(hosts.map(([id, { record }]) => [id, record]));
    const __state = withoutUndefined({ ...memory, deployments: withoutUndefined(records) });
    const { name, clientId, createdAt, updatedAt } = record;
    const read = { name, clientId, createdAt, updatedAt };
    return withoutUndefined({
      ...inputs,
      ...read,
      savedJson,
      fingerprint,
      deployments: withoutUndefined(summaries),
      __state,
    });
  },

  check: () => [],

  // Hosts add their own keys to what they inherit.
  declaresPart: () => true,

  compare: {},

  refusal: () => undefined,

  locate: (_context, { groupId }) =>
    groupId === undefined
      ? Promise.reject(new Error("a group is adopted by its groupId"))
      : Promise.resolve({ id: groupId, created: false }),

  adopts: () => true,

  given: () => undefined,

  // The lines of all hosts appear on the group's.
  targets: ({ id: groupId }, { deployHosts }) => {
    const ids = new Set(Array.isArray(deployHosts) ? deployHosts.filter((id) => typeof id === "number") : []);
    return [...ids].map((id) => ({ id, label: `Host ${id} (group ${groupId})`, shownAs: `Host ${id}` }));
  },

  get: (api, id, options) => api.getGroup(id, options),
  reads: (api) => api.groupReads,
  save: (api, id, { json }, options) => api.saveGroup(id, json, options),
};
