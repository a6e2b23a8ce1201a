import type { z } from "zod";

/** What a resource is defined by. */
export interface PropertyShapes {
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
}

/** Every public property of a resource in the state. */
export function propertyNames({ inputs, outputs }: PropertyShapes): string[] {
  return [...new Set([...Object.keys(outputs.shape), ...Object.keys(inputs.shape)])];
}

/** Inputs that are outputs as well: in the state, these say what the service has, and not what the program gave. */
export function reportedInputs({ inputs, outputs }: PropertyShapes): string[] {
  return Object.keys(inputs.shape).filter((input) => Object.hasOwn(outputs.shape, input));
}

/** Inputs among what is secret whatever the program says. */
export function secretInputs(
  { inputs }: Pick<PropertyShapes, "inputs">,
  secret: readonly string[],
): string[] {
  return secret.filter((property) => Object.hasOwn(inputs.shape, property));
}

/** Inputs whose value may stand on a screen. */
export function shownInputs({ inputs }: Pick<PropertyShapes, "inputs">): string[] {
  return Object.entries<z.ZodType>(inputs.shape)
    .filter(([, input]) => input.meta()?.shown === true)
    .map(([name]) => name);
}
