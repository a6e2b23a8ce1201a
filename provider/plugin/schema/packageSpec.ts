// The part of Pulumi's package schema that this package uses. Pulumi's own words:
// https://www.pulumi.com/docs/iac/guides/building-extending/packages/schema/

/** A type: a primitive, an array, a map, or a reference. */
export type TypeSpec =
  | { type: "string" | "integer" | "number" | "boolean" }
  | { type: "array"; items: TypeSpec }
  | { type: "object"; additionalProperties: TypeSpec }
  | { $ref: string };

export type PropertySpec = TypeSpec & {
  description: string;
  default?: string | number | boolean;
  defaultInfo?: { environment: string[] };
  secret?: true;
  /** Tells readers that the provider replaces the resource; the provider itself decides it. */
  willReplaceOnChanges?: true;
};

export interface ObjectSpec {
  description?: string;
  properties: Record<string, PropertySpec>;
  required?: string[];
}

export type ObjectTypeSpec = ObjectSpec & { type: "object" };

export interface EnumTypeSpec {
  type: "string";
  description: string;
  enum: { name: string; value: string }[];
}

export interface ResourceSpec extends ObjectSpec {
  inputProperties: Record<string, PropertySpec>;
  requiredInputs?: string[];
  aliases?: { type: string }[];
}

export interface FunctionSpec {
  description: string;
  inputs: ObjectTypeSpec;
  outputs: ObjectTypeSpec;
}

/** A whole package. */
export interface PackageSpec {
  name: string;
  displayName: string;
  version: string;
  description: string;
  keywords: readonly string[];
  license: string;
  publisher: string;
  meta: { supportPack: true };
  language: Record<string, object>;
  config: { variables: Record<string, PropertySpec> };
  provider: ObjectSpec & { inputProperties: Record<string, PropertySpec> };
  types: Record<string, ObjectTypeSpec | EnumTypeSpec>;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
}
