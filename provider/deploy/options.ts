import { z } from "zod";
import { differences, type PropertyDifference, sameMeaning } from "../config/compare";
import { isObject, withoutUndefined, isUnknown, type Property } from "../config/values";
import type { DeployContext } from "./context";

/** How deployments are started; `fullResetDeploy` is the other spelling of `fullDeleteDeploy` that the service's documents use. */
export const deployTypes = ["deploy", "fullDeploy", "fullDeleteDeploy", "fullResetDeploy"] as const;

/** Inputs under `deploy`, the same on `Host` and `GroupConfig`. */
export const deployInputs = z
  .strictObject({
    type: z
      .enum(deployTypes)
      .optional()
      .describe(
        "`deploy` (default) applies the current configuration, `fullDeploy` re-applies all of it, `fullDeleteDeploy` also removes what is no longer configured. Sent as spelled; `fullResetDeploy` is the other spelling of `fullDeleteDeploy`.",
      )
      .meta({ typeName: "DeployType" }),
    onUpdate: z.boolean().optional().describe("Deploy after a save. Default: true."),
    onCreate: z
      .boolean()
      .optional()
      .describe(
        "Deploy after the create or the first save. Default: false for a host that this resource creates, true for a host or group that it adopts.",
      ),
    wait: z
      .boolean()
      .optional()
      .describe(
        "Block until the deployment ended. `false` starts it and goes on; the output `deployment` then shows it as running. Default: the configuration `hostconfig:wait`, else true.",
      ),
    triggers: z
      .array(z.unknown())
      .optional()
      .describe(
        "Any values; a change of one deploys, even where the configuration is the same and `onUpdate` is false. Default: none.",
      ),
    whenBusy: z
      .enum(["wait", "fail", "reset"])
      .optional()
      .describe(
        "What to do while the host is already deploying or importing: `wait` (default) for it and then deploy, `fail` at once, or `reset` a deployment that has made no progress for over five minutes.",
      )
      .meta({ typeName: "WhenBusy" }),
    timeout: z
      .number()
      .positive()
      .max(7 * 24 * 3600)
      .optional()
      .describe("Seconds for the whole wait, at most 604800 (a week). Default: 1800. `customTimeouts` wins."),
    pollInterval: z
      .number()
      .min(1)
      .max(3600)
      .optional()
      .describe(
        "Seconds between status reads while the deployment runs, 1 to 3600; right after the start, two come sooner. Default: 3.",
      ),
  })
  .meta({ typeName: "Deploy", description: "When and how to deploy what was saved." });

/** Inputs under `deploy`. */
export type DeployInputs = z.infer<typeof deployInputs>;

/** What a deployment needs to know, defaults filled in. */
export interface DeployOptions {
  type: string;
  wait: boolean;
  whenBusy: "wait" | "fail" | "reset";
  /** Milliseconds for the whole wait. */
  timeout: number;
  /** Milliseconds between status reads. */
  pollInterval: number;
}

/** The options of a resource, with the defaults of its stack. */
export function deployOptionsIn(
  { waitByDefault, timeoutSeconds }: Pick<DeployContext, "waitByDefault" | "timeoutSeconds">,
  inputs: DeployInputs = {},
): DeployOptions {
  return {
    type: inputs.type ?? defaults.type,
    wait: inputs.wait ?? waitByDefault,
    whenBusy: inputs.whenBusy ?? defaults.whenBusy,
    timeout: (timeoutSeconds ?? inputs.timeout ?? defaults.timeout) * 1000,
    pollInterval: (inputs.pollInterval ?? defaults.pollInterval) * 1000,
  };
}

/** Defaults that are the same for every stack, so that writing one down changes nothing. */
const defaults = {
  type: "deploy",
  onUpdate: true,
  triggers: [],
  whenBusy: "wait" as const,
  timeout: 1800,
  pollInterval: 3,
};

/** The differences under `deploy`, defaults filled in. */
export function deployDifferences(before: Property, after: Property): PropertyDifference[] {
  return differences(withDefaults(before), withDefaults(after), ["deploy"]);
}

/** Whether the inputs under `deploy` ask for a deployment after a save. What is not known yet does not say no. */
export function deploysOnUpdate(deploy: Property): boolean {
  return !isObject(deploy) || deploy.onUpdate !== false;
}

function withDefaults(deploy: Property): Property {
  if (isUnknown(deploy)) return deploy;
  return { ...defaults, ...(isObject(deploy) ? withoutUndefined(deploy) : {}) };
}

/** Whether a value under `deploy.triggers` changed: that deploys even where the configuration is the same. */
export function triggersChanged(before: DeployInputs | undefined, after: DeployInputs | undefined): boolean {
  return !sameMeaning((before?.triggers ?? []) as Property, (after?.triggers ?? []) as Property);
}
