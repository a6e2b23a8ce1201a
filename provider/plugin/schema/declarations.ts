import { functions, type FunctionName } from "../../functions/functions";
import { packageSchema } from "./packageSchema";
import type {
  EnumTypeSpec,
  FunctionSpec,
  ObjectSpec,
  PropertySpec,
  ResourceSpec,
  TypeSpec,
} from "./packageSpec";

const header = [
  "// Made by `npm run schema` from the definitions of inputs, outputs, functions and settings.",
  "// Plain types, so that a program needs neither zod nor a recent compiler to understand them.",
];

/** The types of resources, functions and the provider's arguments as TypeScript, with what the definitions say of each member. */
export function declarations(): string {
  const { types, resources, functions, provider } = packageSchema();
  const named = Object.entries(types).map(([token, type]) =>
    "enum" in type
      ? `${comment(type.description)}export type ${nameOf(token)} = ${choices(type)};`
      : `${comment(type.description)}export interface ${nameOf(token)} ${members(type)}`,
  );
  return [
    [
      ...header,
      'import type * as pulumi from "@pulumi/pulumi";',
      'import type { JsonObject } from "../provider/api/json";',
    ].join("\n"),
    ...named,
    ...Object.entries(resources).flatMap(([token, spec]) => resourceTypes(nameOf(token), spec)),
    ...Object.entries(functions).flatMap(([token, spec]) => functionTypes(nameOf(token), spec)),
    functionCalls(functions),
    providerArgs(provider.inputProperties),
  ].join("\n\n");
}

/** The types of the functions that a program may name, apart from the others: they are exported by both packages. */
export function functionTypeExports(): string {
  const names = Object.keys(functions).flatMap((name) =>
    ["Args", "OutputArgs", "Result"].map((part) => typeNameOf(name) + part),
  );
  return `${header[0] ?? ""}\n\nexport type { ${names.join(", ")} } from "./declared";`;
}

function resourceTypes(
  name: string,
  { inputProperties, requiredInputs = [], ...all }: ResourceSpec,
): string[] {
  const inputs = { properties: inputProperties, required: requiredInputs };
  const own = Object.entries(all.properties).filter(
    ([key, { description }]) => inputProperties[key]?.description !== description,
  );
  const outputs = { properties: Object.fromEntries(own), required: all.required ?? [] };
  return [
    `${comment(`The inputs of \`${name}\`, all values known.`)}export interface ${name}Inputs ${members(inputs)}`,
    `${comment(`The outputs of \`${name}\` beside its inputs.`)}export interface ${name}Outputs ${members(outputs)}`,
  ];
}

function functionTypes(name: string, { inputs, outputs }: FunctionSpec): string[] {
  const type = typeNameOf(name);
  return [
    `${comment(`Arguments of \`${name}\`.`)}export type ${type}Args = ${members(inputs)};`,
    `${comment(`Arguments of \`${name}Output\`.`)}export type ${type}OutputArgs = { [Key in keyof ${type}Args]: pulumi.Input<${type}Args[Key]> };`,
    `${comment(`What \`${name}\` returns.`)}export type ${type}Result = ${members(outputs)};`,
  ];
}

/** The functions in both forms. Editors show the comment of a signature where a program calls it. */
function functionCalls(specs: Readonly<Record<string, FunctionSpec>>): string {
  const calls = Object.entries(specs).flatMap(([token, { outputs }]) => {
    const name = nameOf(token);
    const type = typeNameOf(name);
    // The schema's own description goes on with the examples.
    const { description, secretResults } = functions[name as FunctionName];
    const isList = Object.values(outputs.properties).every(
      (result) => "type" in result && result.type === "array",
    );
    const args = isList ? "args?" : "args";
    const hasSecrets = secretResults.length > 0;
    const plain = hasSecrets
      ? ` The result is plain data, in which nothing marks the secrets: prefer \`${name}Output\`.`
      : "";
    const secret = hasSecrets ? " The result is a secret." : "";
    return [
      `${comment(description + plain)}${name}(${args}: ${type}Args, opts?: pulumi.InvokeOptions): Promise<${type}Result>;`,
      `${comment(`\`${name}\` with outputs of resources as arguments.${secret}`)}${name}Output(${args}: ${type}OutputArgs, opts?: pulumi.InvokeOutputOptions): pulumi.Output<${type}Result>;`,
    ];
  });
  return `${comment("The functions, as programs call them.")}export interface Functions {\n${calls.join("\n")}\n}`;
}

function providerArgs(settings: Readonly<Record<string, PropertySpec>>): string {
  const lines = Object.entries(settings).map(
    ([key, setting]) => `${comment(setting.description)}${key}?: pulumi.Input<${typeOf(setting)}>;`,
  );
  return `${comment("Arguments of a `Provider`. A missing one comes from the environment variable, not from the stack's configuration.")}export interface ProviderArgs {\n${lines.join("\n")}\n}`;
}

function members({ properties, required = [] }: ObjectSpec): string {
  const lines = Object.entries(properties).map(([key, property]) => {
    const type = typeOf(property);
    const isRequired = required.includes(key);
    return `${comment(property.description)}${key}${isRequired ? "" : "?"}: ${isRequired ? type : `${type} | undefined`};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

function typeOf(type: TypeSpec): string {
  if ("$ref" in type) return isAny(type) ? "unknown" : nameOf(type.$ref);
  if (type.type === "array") return `${typeOf(type.items)}[]`;
  if (type.type !== "object") return type.type === "integer" ? "number" : type.type;
  const values = type.additionalProperties;
  return isAny(values) ? "JsonObject" : `Record<string, ${typeOf(values)}>`;
}

function isAny(type: TypeSpec): boolean {
  return "$ref" in type && type.$ref === "pulumi.json#/Any";
}

function choices({ enum: values }: EnumTypeSpec): string {
  return values.map(({ value }) => JSON.stringify(value)).join(" | ");
}

/** The last part of a token: `#/types/hostconfig:index:Deploy` is `Deploy`. */
function nameOf(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}

/** A comment for editors; a long text is wrapped as ours are. */
function comment(text: string | undefined): string {
  if (text === undefined) return "";
  const lines = wrapped(text);
  return lines.length === 1
    ? `/** ${lines.join("")} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < 100) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** What the names of a function's types begin with: `GetHost`. */
function typeNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
