import { z } from "zod";
import { type PropertyDifference, sameMeaning } from "../config/compare";
import type { CheckFailure } from "../config/configSchema";
import { configurationObject, idInput } from "../config/configurationValue";
import { isUnknown, type Properties, type Property, withoutUndefined } from "../config/values";
import { deploymentRecord, deploymentSummaryShape } from "../deploy/record";
import { createOnlyInputs, locateHost } from "./createHost";
import { recordLabel, type ResourceDefinition, type ResourceState } from "./definition";
import { commonInputs } from "./inputs";
import { memory, readRecordedState } from "./state";

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
    .meta({ typeName: "IfExists", shown: true, unset: "fail" }),
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
  json: commonInputs.json.describe(
    "The desired configuration (client level). Left out, the configuration is not managed.",
  ),
  jsonAdmin: configurationObject
    .optional()
    .describe(
      "Admin-level configuration, a secret; needs an admin-access token. The service never returns it: it is compared with what was last written, and drift in it cannot be seen.",
    ),
  ownership: commonInputs.ownership,
  onConflict: commonInputs.onConflict,
  deploy: commonInputs.deploy.describe("When and how to deploy what was saved."),
  onDestroy: commonInputs.onDestroy.describe(
    "No endpoint deletes a host. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys it.",
  ),
});

/** The inputs of `Host`, all values known. */
export type HostInputs = z.infer<typeof hostInputs>;

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

/** Outputs that are secret as a whole: `savedJson` and `__state` may repeat what is secret inside `json`. */
export const secretHostOutputs = ["jsonAdmin", "yamlAdmin", "savedJson", "__state"] as const;

/** An output that has the name of an input says what the service has; what the program gave stands in the memory. */
const hostState = z.object({
  ...hostInputs.shape,
  ...hostOutputs.shape,
  __state: memory.required({ given: true, origin: true }).extend({ deployment: deploymentRecord }),
});

export const host: ResourceDefinition = {
  label: "Host",
  noun: "host",
  inputs: hostInputs,
  outputs: hostOutputs,
  secretOutputs: secretHostOutputs,
  configurations: ["json", "jsonAdmin"],
  ifTargetMissing: undefined,

  identity: (hostId) => ({ hostId }),
  parse: (inputs) => hostInputs.parse(inputs),

  decode: (outputs) => {
    const {
      __state,
      savedJson,
      fingerprint,
      deployment: summary,
      ...others
    } = readRecordedState(hostState, outputs);
    const { hostId, name, clientId, active, createdAt, updatedAt, ...inputs } = others;
    const { deployment: record, ...memory } = __state;
    return {
      definition: host,
      inputs: { ...inputs, ...memory.given },
      id: hostId,
      record: { name, clientId, active, createdAt, updatedAt },
      savedJson,
      fingerprint,
      deployments: new Map([[hostId, { summary, record }]]),
      memory,
    };
  },

  encode: ({ inputs, id, record, savedJson, fingerprint, deployments, memory }) => {
    const { summary: deployment, record: deploymentRecord } = deployments.get(id) ?? {};
    const __state = withoutUndefined({ ...memory, deployment: deploymentRecord });
    return withoutUndefined({
      ...inputs,
      hostId: id,
      ...record,
      savedJson,
      fingerprint,
      deployment,
      __state,
    });
  },

  check: (olds, inputs) => [...checkIdentity(inputs), ...checkCreateOnly(olds, inputs)],

  declaresPart: ({ ownership }) => ownership !== undefined && ownership !== "whole",

  // `active` that writes down what the host is asks for nothing, and another one is refused.
  compare: {
    ...Object.fromEntries(
      (["hostId", "name", "clientId"] as const).map((key) => [key, compareIdentity(key)]),
    ),
    active: () => [],
  },

  refusal: refuseCreateOnly,

  locate: locateHost,

  adopts: ({ hostId, ifExists }) => hostId !== undefined || ifExists === "adopt",

  given: ({ hostId, name, clientId, active }) => ({ hostId, name, clientId, active }),

  targets: ({ id, record }) => [{ id, label: recordLabel({ definition: host, id, record }) }],

  get: (api, id, options) => api.getHost(id, options),
  reads: (api) => api.hostReads,
  save: (api, id, configuration, options) => api.saveHost(id, configuration, options),
};

/** A host is either adopted by its id or created by name and client. */
function checkIdentity(inputs: Properties): CheckFailure[] {
  if (inputs.hostId !== undefined) {
    return ["name", "clientId", "ifExists", ...createOnlyInputs]
      .filter((input) => inputs[input] !== undefined)
      .map((property) => ({
        property,
        reason: `${property} counts only when a host is created; with hostId an existing host is adopted. Remove ${property}, or give name and clientId instead of hostId`,
      }));
  }
  if (inputs.name === undefined && inputs.clientId === undefined) {
    return [
      {
        property: "hostId",
        reason: "give hostId to adopt an existing host, or name and clientId to create one",
      },
    ];
  }
  return ["name", "clientId"]
    .filter((input) => inputs[input] === undefined)
    .map((property) => ({
      property,
      reason: `${property} is required to create a host: give both name and clientId`,
    }));
}

function checkCreateOnly(olds: Properties, inputs: Properties): CheckFailure[] {
  const isNew = Object.keys(olds).length === 0;
  if (isNew || becomesAnotherHost(olds, inputs)) return [];
  return (
    createOnlyInputs
      // Another `active` may be what the host is by now: only the comparison with the state can tell.
      .filter((input) => input !== "active")
      .filter((input) => inputs[input] !== undefined && !isUnchanged(olds[input], inputs[input]))
      .map((property) => ({
        property,
        reason: `${property} ${createOnlyAdvice(property)}`,
      }))
  );
}

function becomesAnotherHost(olds: Properties, inputs: Properties): boolean {
  return ["hostId", "name", "clientId"].some(
    (key) => inputs[key] !== undefined && !isUnchanged(olds[key], inputs[key]),
  );
}

function isUnchanged(old: Property, now: Property): boolean {
  return isUnknown(now) || sameMeaning(old, now);
}

/** What can be done if one of them is changed later. */
function createOnlyAdvice(it: string): string {
  return `counts only when a host is created, and no endpoint changes it afterwards. Put the old value back or remove ${it} from the program; to create another host, change its name`;
}

/**
 * Another id, name or client asks for another host; the same host under another description does not, nor does a name
 * that the host was given on the platform meanwhile.
 */
function compareIdentity(key: "hostId" | "name" | "clientId") {
  return ({ id, record, memory }: ResourceState, now: Property): PropertyDifference[] => {
    const given = memory.given?.[key];
    if (now === undefined) return given === undefined ? [] : [{ path: [key], kind: "delete" }];
    if (sameMeaning(given, now)) return [];
    const kind = given === undefined ? "add" : "update";
    const is = key === "hostId" ? id : record[key];
    return [{ path: [key], kind: sameMeaning(is, now) ? kind : `${kind}-replace` }];
  };
}

/**
 * Backs the check up where the same host is described in another way, which the check cannot tell from another host, and
 * if `active` is given later: to write down what the host is asks for nothing.
 */
function refuseCreateOnly({ inputs, record, memory }: ResourceState, news: Properties): string | undefined {
  const accepted: Readonly<Record<(typeof createOnlyInputs)[number], Property[]>> = {
    active: [memory.given?.active, record.active],
    yaml: [inputs.yaml],
    yamlAdmin: [inputs.yamlAdmin],
  };
  const changed = createOnlyInputs.filter(
    (key) =>
      news[key] !== undefined &&
      !isUnknown(news[key]) &&
      !accepted[key].some((value) => sameMeaning(value, news[key])),
  );
  if (changed.length === 0) return undefined;
  return `${changed.join(" and ")}: ${createOnlyAdvice(changed.length > 1 ? "them" : "it")}`;
}
