import type * as pulumi from "@pulumi/pulumi";

/** Any object that is no list. A type that an interface declares has no index signature. */
type NoList = object & { readonly [Symbol.iterator]?: never };

/**
 * A configuration in a program: an object in which any value may be an output of another resource, or a secret; or the
 * JSON text of one.
 */
export type ConfigurationInput = pulumi.Input<Record<string, unknown> | NoList | string>;

/** The id of a record: a number, or the same as text, as every Pulumi resource has it in `id`. */
type IdInput = pulumi.Input<number | string>;

/** The inputs of a resource as a program gives them: any value may be an output of another resource. */
export type ProgramInputs<Inputs> = {
  [Key in keyof Inputs]:
    Extract<Inputs[Key], undefined> | ProgramInputOf<Key, Exclude<Inputs[Key], undefined>>;
};

type ProgramInputOf<Key, Value> = Key extends "json" | "jsonAdmin"
  ? ConfigurationInput
  : Key extends "hostId" | "clientId" | "groupId"
    ? IdInput
    : Key extends "deployHosts"
      ? pulumi.Input<IdInput[]>
      : ProgramInput<Value>;

// In brackets, since a choice is one input: an output of a boolean is no output of `true`, and none of `false`.
type ProgramInput<Value> = [Value] extends [readonly (infer Item)[]]
  ? pulumi.Input<pulumi.Input<Item>[]>
  : [Value] extends [object]
    ? pulumi.Input<ProgramInputs<Value>>
    : pulumi.Input<Value>;
