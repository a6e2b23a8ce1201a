import { packageSchema } from "./packageSchema";
import type { EnumTypeSpec, ObjectSpec, TypeSpec } from "./packageSpec";

const header = [
  "// Made by `npm run schema` from the definitions of inputs and functions.",
  "// What programs are compiled with: plain types, which need no zod and no recent compiler to be understood.",
  'import type { JsonObject } from "../provider/api/json";',
];

/** The types of inputs, records and functions as TypeScript, with what the definitions tell of each member. */
export function declarations(): string {
  const { types, resources, functions } = packageSchema();
  const named = Object.entries(types).map(([token, type]) =>
    "enum" in type
      ? `${comment(type.description)}export type ${nameOf(token)} = ${choices(type)};`
      : `${comment(type.description)}export interface ${nameOf(token)} ${members(type)}`,
  );
  const inputs = Object.entries(resources).map(([token, { inputProperties, requiredInputs = [] }]) => {
    const spec = { properties: inputProperties, required: requiredInputs };
    return `${comment(`The inputs of \`${nameOf(token)}\`, all values known.`)}export interface ${nameOf(token)}Inputs ${members(spec)}`;
  });
  const calls = Object.entries(functions).map(
    ([token, spec]) =>
      `${nameOf(token)}: { args: ${members(spec.inputs)}; result: ${members(spec.outputs)} };`,
  );
  const functionShapes = `${comment("What each function takes and returns.")}export interface FunctionShapes {\n${calls.join("\n")}\n}`;
  return [header.join("\n"), ...named, ...inputs, functionShapes].join("\n\n");
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
