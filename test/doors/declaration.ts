import type { JsonValue } from "../emulator";

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

/** One resource of a program. */
export interface DeclaredResource {
  type: "Host" | "GroupConfig" | "Provider";
  inputs: Record<string, Value>;
  options?: {
    ignoreChanges?: string[];
    /** Name of a `Provider` of the program. */
    provider?: string;
  };
}

/** What a program declares, in a form that every door has its own words for. */
export type Declaration = Record<string, DeclaredResource>;

/** A function's call in its output form; its result is an output of the stack. */
export interface FunctionCall {
  function: string;
  args: Record<string, Value>;
}

/** The calls of a program, by the name of the stack's output. */
export type Calls = Record<string, FunctionCall>;

/** The body of a JavaScript program, which has the package as `hostconfig` and the plugin's classes as `plugin`. */
export function asJavaScript(declaration: Declaration, calls: Calls): string {
  const resources = Object.entries(declaration).map(
    ([name, { type, inputs, options = {} }]) =>
      `made["${name}"] = new ${type === "Provider" ? "plugin" : "hostconfig"}.${type}("${name}", ${javaScriptValue(inputs)}, ${javaScriptOptions(options)});`,
  );
  const outputs = Object.entries(calls).map(
    ([name, call]) =>
      `${JSON.stringify(name)}: hostconfig.${call.function}Output(${javaScriptValue(call.args)}),`,
  );
  return ["const made = {};", ...resources, "return {", ...outputs, "};"].join("\n");
}

function javaScriptOptions({ provider, ...options }: NonNullable<DeclaredResource["options"]>): string {
  const given = javaScriptValue(options);
  return provider === undefined ? given : `{ ...${given}, provider: made["${provider}"] }`;
}

function javaScriptValue(value: Value): string {
  if (value instanceof Secret) return `pulumi.secret(${JSON.stringify(value.value)})`;
  if (value instanceof Reference) return `made["${value.resource}"].${value.output}`;
  if (Array.isArray(value)) return `[${value.map(javaScriptValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${javaScriptValue(member)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** The members of a YAML program; JSON is YAML too. */
export function asYaml(declaration: Declaration, calls: Calls): Record<string, unknown> {
  return {
    resources: mapValues(declaration, ({ type, inputs, options: { provider, ...options } = {} }) => ({
      type: type === "Provider" ? "pulumi:providers:hostconfig" : `hostconfig:${type}`,
      properties: yamlValue(inputs),
      options: { ...options, ...(provider === undefined ? {} : { provider: `\${${provider}}` }) },
    })),
    outputs: mapValues(calls, (call) => ({
      "fn::invoke": { function: `hostconfig:${call.function}`, arguments: yamlValue(call.args) },
    })),
  };
}

function yamlValue(value: Value): unknown {
  if (value instanceof Secret) return { "fn::secret": value.value };
  if (value instanceof Reference) return `\${${value.resource}.${value.output}}`;
  if (Array.isArray(value)) return value.map(yamlValue);
  if (typeof value !== "object" || value === null) return value;
  return mapValues(value, yamlValue);
}

function mapValues<From, To>(from: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)]));
}
