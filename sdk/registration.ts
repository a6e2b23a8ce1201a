import * as pulumi from "@pulumi/pulumi";
import { groupInputs, groupOutputs, secretGroupOutputs } from "../provider/resource/group";
import { hostInputs, hostOutputs, secretHostOutputs } from "../provider/resource/host";
import { propertyNames, secretInputs } from "../provider/resource/inputs";
import { withCheckedJson } from "./configSchema";
import { refuseUnusableKeys } from "./programError";

/**
 * The arguments of Pulumi's constructor. The classes of both providers call it themselves, because Pulumi takes the caller
 * of the class that extends its own for the place in the program.
 */
export type Registration = [
  type: string,
  name: string,
  properties: Record<string, unknown>,
  options: pulumi.CustomResourceOptions,
];

/** What Pulumi has to know about each type of resource. */
const types = {
  Host: { inputs: hostInputs, outputs: hostOutputs, secrets: secretHostOutputs },
  GroupConfig: { inputs: groupInputs, outputs: groupOutputs, secrets: secretGroupOutputs },
};

export type ResourceType = keyof typeof types;

/**
 * What both providers register of a resource: a place for every output, and the inputs, secret where they have to be.
 *
 * @throws RunError for inputs that would not reach the engine as they are
 */
export function registeredProperties(
  type: ResourceType,
  name: string,
  inputs: object,
): { properties: Record<string, unknown>; additionalSecretOutputs: string[] } {
  const shapes = types[type];
  const label = `${type} "${name}"`;
  refuseUnusableKeys(label, inputs);
  return {
    properties: {
      ...Object.fromEntries(propertyNames(shapes).map((output) => [output, undefined])),
      ...withSecrets(
        withCheckedJson(label, inputs, type === "GroupConfig"),
        secretInputs(shapes, shapes.secrets),
      ),
    },
    additionalSecretOutputs: [...shapes.secrets],
  };
}

/** The inputs, those of the given names as secrets. */
export function withSecrets(inputs: object, secretInputs: readonly string[]): Record<string, unknown> {
  const marked = Object.entries(inputs).map(([key, value]: [string, unknown]): [string, unknown] => [
    key,
    secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(marked);
}
