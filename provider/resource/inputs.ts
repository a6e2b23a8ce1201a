import { z } from "zod";
import type { JsonObject } from "../api/json";
import { configurationObject, onConflictInput, ownershipInput } from "../config/configurationValue";
import { deployInputs } from "../deploy/options";

/** The inputs that `Host` and `GroupConfig` have in common; each describes its own where they differ. */
export const commonInputs = {
  json: configurationObject.optional(),
  ownership: ownershipInput,
  onConflict: onConflictInput,
  onDestroy: z
    .enum(["keep", "restore"])
    .optional()
    .meta({ typeName: "OnDestroy", default: "keep", shown: true }),
  deploy: deployInputs.optional(),
};

/** The inputs of either resource, all values known. The members of its own are `undefined` on the other one. */
export interface ResourceInputs extends Partial<z.infer<z.ZodObject<typeof commonInputs>>> {
  hostId?: number | undefined;
  name?: string | undefined;
  clientId?: number | undefined;
  ifExists?: "fail" | "adopt" | undefined;
  active?: boolean | undefined;
  yaml?: string | undefined;
  yamlAdmin?: string | undefined;
  jsonAdmin?: JsonObject | undefined;
  groupId?: number | undefined;
  deployHosts?: number[] | undefined;
}

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

declare module "zod" {
  interface GlobalMeta {
    /** Name of the type in programs, for an enum or an object. */
    typeName?: string | undefined;
    /**
     * What counts if the program says nothing; the same for every stack. Of an input itself, never of a member inside
     * one: generators make one output of an object with defaults, and one unknown or secret value in it makes all of it so.
     */
    default?: string | number | boolean | undefined;
    /** What counts for `diff` if the program says nothing, if the schema shows no default. */
    unset?: string | never[] | undefined;
    /** Whether a change asks for another resource. */
    replaces?: boolean | undefined;
    /** Whether the value of an input may stand on a screen beside what is wrong with it. Of no input that holds texts of users. */
    shown?: boolean | undefined;
  }
}

export {};
