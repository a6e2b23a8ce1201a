import { withSecrets } from "./secretInputs";

/** What a class of either door declares of its resource. */
export interface ResourceDeclaration {
  inputs: object;
  /** Inputs that are secret whether the program says so or not. */
  secretInputs: readonly string[];
  outputs: readonly string[];
  secretOutputs: readonly string[];
}

/** The properties to register: a place for every output, and the inputs, secret where they have to be. */
export function resourceProperties(declaration: ResourceDeclaration): Record<string, unknown> {
  const { inputs, secretInputs, outputs } = declaration;
  return {
    ...Object.fromEntries(outputs.map((output) => [output, undefined])),
    ...withSecrets(inputs, secretInputs),
  };
}
