import type { JsonValue } from "../emulator";
import type { YamlResource } from "../engine/yamlProject";

/** A value of a program's inputs: JSON, a secret, or an output of another resource of the program. */
export type Value = JsonValue | undefined | Secret | Reference | Value[] | { [key: string]: Value };

export class Secret {
  constructor(readonly value: string) {}
}

export class Reference {
  constructor(
    readonly resource: string,
    readonly output: string,
  ) {}
}

/** What a program declares, in a form that every door has its own words for. */
export type Declaration = Record<string, { type: "Host" | "GroupConfig"; inputs: Record<string, Value> }>;

/** The declaration as statements of a JavaScript program. */
export function asJavaScript(declaration: Declaration): string {
  return Object.entries(declaration)
    .map(([name, { type, inputs }]) => `const ${name} = new ${type}("${name}", ${javaScriptValue(inputs)});`)
    .join("\n");
}

function javaScriptValue(value: Value): string {
  if (value instanceof Secret) return `pulumi.secret(${JSON.stringify(value.value)})`;
  if (value instanceof Reference) return `${value.resource}.${value.output}`;
  if (Array.isArray(value)) return `[${value.map(javaScriptValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${javaScriptValue(member)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** The declaration as the resources of a YAML program; JSON is YAML too. */
export function asYaml(declaration: Declaration): Record<string, YamlResource> {
  return Object.fromEntries(
    Object.entries(declaration).map(([name, { type, inputs }]) => [
      name,
      { type: `hostconfig:${type}`, properties: yamlValue(inputs) },
    ]),
  );
}

function yamlValue(value: Value): unknown {
  if (value instanceof Secret) return { "fn::secret": value.value };
  if (value instanceof Reference) return `\${${value.resource}.${value.output}}`;
  if (Array.isArray(value)) return value.map(yamlValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, yamlValue(member)]));
}
