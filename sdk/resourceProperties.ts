import * as pulumi from "@pulumi/pulumi";
import type { CustomResourceOptions } from "@pulumi/pulumi";

/** What a class of either door declares of its resource. */
export interface ResourceDeclaration {
  inputs: object;
  /** Inputs that are secret whether the program says so or not. */
  secretInputs: readonly string[];
  outputs: readonly string[];
  secretOutputs: readonly string[];
}

/**
 * What Pulumi's constructor is given. The classes of both doors call it themselves: where a program made a resource, Pulumi
 * takes to be the caller of the class that extends its own.
 */
export type Registration = [
  type: string,
  name: string,
  properties: Record<string, unknown>,
  options: CustomResourceOptions,
];

/** The properties to register: a place for every output, and the inputs, secret where they have to be. */
export function resourceProperties(declaration: ResourceDeclaration): Record<string, unknown> {
  const { inputs, secretInputs, outputs } = declaration;
  return {
    ...Object.fromEntries(outputs.map((output) => [output, undefined])),
    ...withSecrets(inputs, secretInputs),
  };
}

/** The inputs, those of the given names as secrets. */
export function withSecrets(inputs: object, secretInputs: readonly string[]): Record<string, unknown> {
  const marked = Object.entries(inputs).map(([key, value]: [string, unknown]) => [
    key,
    secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(marked) as Record<string, unknown>;
}
