import type * as pulumi from "@pulumi/pulumi";

/** A configuration in a program: an object in which any value may be an output of another resource, or a secret. */
export type ConfigurationInput = pulumi.Input<Record<string, pulumi.Input<unknown>>>;

/** The inputs of a resource as a program gives them: any value may be an output of another resource. */
export type ProgramInputs<Inputs> = {
  [Key in keyof Inputs]: Key extends "json" | "jsonAdmin"
    ? ConfigurationInput | Extract<Inputs[Key], undefined>
    : ProgramInput<Inputs[Key]>;
};

type ProgramInput<Value> = Value extends undefined
  ? undefined
  : Value extends readonly (infer Item)[]
    ? pulumi.Input<pulumi.Input<Item>[]>
    : Value extends object
      ? pulumi.Input<{ [Key in keyof Value]: ProgramInput<Value[Key]> }>
      : pulumi.Input<Value>;
