import type * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../provider/api/json";
import type { GroupConfigInputs, HostInputs } from "./declared";

type CreateOnly = "active" | "yaml" | "yamlAdmin";
type Identity = "hostId" | "name" | "clientId" | "ifExists";
type Common = Omit<HostInputs, Identity | CreateOnly>;
type Excluded<Keys extends string> = { [Key in Keys]?: undefined };

/** Inputs of a `Host` that adopts an existing host by its id. */
export type AdoptedHostArgs = ProgramInputs<Common & Required<Pick<HostInputs, "hostId">>> &
  Excluded<"name" | "clientId" | "ifExists" | CreateOnly>;

/** Inputs of a `Host` that creates a host; needs an admin-access token. */
export type CreatedHostArgs = ProgramInputs<
  Common & Pick<HostInputs, "ifExists" | CreateOnly> & Required<Pick<HostInputs, "name" | "clientId">>
> &
  Excluded<"hostId">;

/** Inputs of a `Host`. `hostId` excludes `name`, `clientId` and the inputs that count only when a host is created. */
export type HostArgs = AdoptedHostArgs | CreatedHostArgs;

/** Inputs of a `GroupConfig`. */
export type GroupConfigArgs = ProgramInputs<GroupConfigInputs>;

/** The properties of a resource in a program: its inputs and outputs, each as an output. */
export type ResourceProperties<Inputs, Outputs> = AsOutputs<Omit<Inputs, keyof Outputs>> & AsOutputs<Outputs>;

type AsOutputs<Values> = { readonly [Key in keyof Values]-?: pulumi.Output<OutputValue<Values[Key]>> };

type OutputValue<Value> = Value extends JsonObject ? Record<string, unknown> : Value;

/** Any object that is not a list. A type that an interface declares has no index signature. */
type NoList = object & { readonly [Symbol.iterator]?: never };

/**
 * A configuration in a program: an object in which any value may be an output of another resource, or a secret; or the
 * JSON text of one.
 */
export type ConfigurationInput = pulumi.Input<Record<string, unknown> | NoList | string>;

/** The id of a record: a number, or the same as text, as every Pulumi resource has it in `id`. */
type IdInput = pulumi.Input<number | string>;

/** The inputs of a resource as a program gives them: any value may be an output of another resource. */
type ProgramInputs<Inputs> = {
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
