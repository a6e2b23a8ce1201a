import { differences } from "../configuration/differences";
import { isObject, withoutUndefined } from "../configuration/jsonKinds";
import { isUnknown, type Property } from "../configuration/unknown";
import type { PropertyDifference } from "../properties/diffResult";
import { defaultDeployTimeout } from "./deployOptions";

/** Defaults that are the same for every stack, so that writing one down changes nothing. */
const defaults = {
  type: "deploy",
  onUpdate: true,
  triggers: [],
  whenBusy: "wait",
  timeout: defaultDeployTimeout,
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
