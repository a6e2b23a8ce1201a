import { ExactNumber, type JsonObject, type JsonValue } from "../../api/json";
import { type PropertyPath, isObject } from "../../config/values";
import { carryText } from "../../runtime/carriedText";
import type { InventoryRecord } from "./inventory";
import { quoted } from "./literal";
import { gitIgnore, installSteps, packageJson, pulumiYaml, type ProgramWriter } from "./projectFiles";

/** A program in YAML: the project file itself. */
export const yamlProgram: ProgramWriter = {
  // To Pulumi, the first is a call of a function. For an object it takes no JSON text, which the second would need.
  unusable: (key, value) => /^fn::/i.test(String(key)) || value instanceof ExactNumber,
  files: (inventory, project) => [
    pulumiYaml(
      project,
      ["runtime: yaml"],
      inventory.length === 0 ? ["resources: {}"] : ["resources:", ...inventory.flatMap(resource)],
    ),
    packageJson(project),
    gitIgnore(),
  ],
  prepare: installSteps,
};

function resource({ kind, id, resourceName, json, secrets }: InventoryRecord): string[] {
  const marked = new Set(secrets.map((path) => JSON.stringify(path)));
  return [
    `  ${keyText(resourceName)}:`,
    `    type: hostconfig:${kind}`,
    "    properties:",
    `      ${kind === "Host" ? "hostId" : "groupId"}: ${id}`,
    ...member("json", json, [], marked).map((line) => `      ${line}`),
  ];
}

type Marked = ReadonlySet<string>;

function member(key: string, value: JsonValue, path: PropertyPath, marked: Marked): string[] {
  const name = keyText(carryText(key));
  if (marked.has(JSON.stringify(path))) return [`${name}:`, `  fn::secret: ${scalar(value)}`];
  if (!isFilled(value)) return [`${name}: ${scalar(value)}`];
  return [`${name}:`, ...nested(value, path, marked).map((line) => `  ${line}`)];
}

/** The members of an object, or the items of a list, not indented. */
function nested(value: JsonObject | JsonValue[], path: PropertyPath, marked: Marked): string[] {
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, inner]) => member(key, inner, [...path, key], marked));
  }
  return value.flatMap((item, index) => {
    const place = [...path, index];
    const lines = marked.has(JSON.stringify(place))
      ? [`fn::secret: ${scalar(item)}`]
      : isFilled(item)
        ? nested(item, place, marked)
        : [scalar(item)];
    return lines.map((line, at) => `${at === 0 ? "-" : " "} ${line}`);
  });
}

function isFilled(value: JsonValue): value is JsonObject | JsonValue[] {
  return (Array.isArray(value) || isObject(value)) && Object.keys(value).length > 0;
}

function scalar(value: JsonValue): string {
  if (Array.isArray(value)) return "[]";
  if (isObject(value)) return "{}";
  return typeof value === "string" ? quoted(withoutReferences(carryText(value))) : JSON.stringify(value);
}

/** What looks like a reference is none: Pulumi reads `$$` as a dollar sign, and a single one as itself, unless it opens a reference. */
function withoutReferences(text: string): string {
  return text.replace(/\$+(?=\{)|\${2,}/g, (dollars) => dollars + dollars);
}

/** Words that mean something else than themselves, where they stand without quotes. */
const words = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

function keyText(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(key) && !words.test(key) ? key : quoted(withoutReferences(key));
}
