import { settingKeys } from "../../provider/api/settings";
import { functions, type FunctionName } from "../../provider/functions/functions";
import { packageSchema } from "../../provider/plugin/schema/packageSchema";
import type { ObjectSpec, PropertySpec, ResourceSpec } from "../../provider/plugin/schema/packageSpec";
import { markdownTable } from "./markdownTable";
import { isFunctionType, typeInWords, typeName } from "./typeInWords";

/** Every part of the reference, by the name of its region in the pages. */
export function referenceTables(): Map<string, string> {
  const tables = new Map([["configuration", configurationTable()]]);
  for (const [token, resource] of Object.entries(schema.resources)) {
    const inputs = { properties: resource.inputProperties, required: resource.requiredInputs ?? [] };
    tables.set(`${typeName(token)} inputs`, propertyTable("input", inputs));
    tables.set(`${typeName(token)} outputs`, propertyTable("output", { properties: ownOutputs(resource) }));
  }
  const objects = Object.entries(schema.types).filter(([, type]) => !("enum" in type));
  for (const [token, type] of objects) {
    if ("properties" in type && !isFunctionType(token)) {
      tables.set(typeName(token), propertyTable("key", { properties: type.properties }));
    }
  }
  tables.set("functions", Object.keys(functions).map(functionSection).join("\n\n"));
  tables.set("records of the functions", objects.flatMap(([token]) => recordSection(token)).join("\n\n"));
  return tables;
}

const schema = packageSchema();

function configurationTable(): string {
  const rows = settingKeys.map((entry) => [
    `\`hostconfig:${entry.key}\`${entry.secret ? " (secret)" : ""}`,
    `\`${entry.variable}\``,
    entry.default === undefined ? "none" : `\`${String(entry.default)}\``,
    entry.description,
  ]);
  return markdownTable(["key", "environment variable", "default", "meaning"], rows);
}

/** What the outputs tell beyond the inputs, which are among them. */
function ownOutputs({ properties, inputProperties }: ResourceSpec): Record<string, PropertySpec> {
  const own = Object.entries(properties).filter(
    ([key, { description }]) => inputProperties[key]?.description !== description,
  );
  return Object.fromEntries(own);
}

function propertyTable(title: string, { properties, required = [] }: ObjectSpec): string {
  const rows = Object.entries(properties).map(([key, property]) => [
    `\`${key}\``,
    [typeInWords(property, schema.types), ...marks(property, required.includes(key))].join(", "),
    property.description,
  ]);
  return markdownTable([title, "type", "meaning"], rows);
}

function marks(property: PropertySpec, required: boolean): string[] {
  return [...(required ? ["required"] : []), ...(property.secret === true ? ["secret"] : [])];
}

function functionSection(name: string): string {
  const spec = schema.functions[`hostconfig:index:${name}`];
  if (spec === undefined) throw new Error(`The schema has no function ${name}.`);
  // The schema's own description goes on with the examples.
  const { description } = functions[name as FunctionName];
  const results = propertyTable("result", { properties: spec.outputs.properties });
  return `### ${name}\n\n${description}\n\n${propertyTable("argument", spec.inputs)}\n\n${results}`;
}

function recordSection(token: string): string[] {
  const type = schema.types[token];
  if (type === undefined || "enum" in type || !isFunctionType(token)) return [];
  return [`### ${typeName(token)}\n\n${type.description ?? ""}\n\n${propertyTable("key", type)}`];
}
