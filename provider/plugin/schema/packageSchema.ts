import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settingKeys, type SettingKey } from "../../api/settings";
import { packageVersion } from "../../api/version";
import { functions } from "../../functions/functions";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../../resource/lifecycle";
import type { PackageSpec, ResourceSpec, FunctionSpec, PropertySpec } from "./packageSpec";
import { TypeBook } from "./typeBook";

/** The package's schema, made from the definitions of inputs, outputs, functions and configuration keys. */
export function packageSchema(): PackageSpec {
  const types = new TypeBook();
  const resources = resourceSpecs(types);
  const functions = functionSpecs(types);
  return {
    name: "hostconfig",
    displayName: "Host Configuration",
    version: packageVersion,
    description:
      "Hosts and groups of a hosting platform: declare a server's configuration, save it, deploy it, wait until it is published.",
    keywords: ["pulumi", "hostconfig", "hosting", "deployment", "kind/native", "category/infrastructure"],
    license: "Apache-2.0",
    publisher: "pulumi-hostconfig",
    meta: { supportPack: true },
    language: languages,
    config: configSpec(),
    provider: providerSpec(),
    types: types.types,
    resources,
    functions,
  };
}

interface ResourceParts {
  description: string;
  lifecycle: ResourceLifecycle;
}

const resources: Record<string, ResourceParts> = {
  Host: {
    description: `A server whose configuration is saved on the platform and deployed.

A create adopts the host of \`hostId\`, or creates one of \`name\` and \`clientId\`. An update saves what changed, starts a deployment of \`deploy.type\` and waits until it is \`published\`; it fails on \`error\`, \`canceled\` and \`timeout\`, and the next update deploys again. There is no endpoint that deletes a host: a delete removes it from the state only.`,
    lifecycle: hostLifecycle,
  },
  GroupConfig: {
    description: `The configuration that a group's member hosts inherit.

A group cannot be created or deployed: the resource takes over the group of \`groupId\`, saves its configuration and deploys the hosts of \`deployHosts\` after a save. A delete removes it from the state only.`,
    lifecycle: groupConfigLifecycle,
  },
};

/** The resources, by token. */
function resourceSpecs(types: TypeBook): Record<string, ResourceSpec> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, parts]) => [
      `hostconfig:index:${name}`,
      resourceSpec(name, parts, types),
    ]),
  );
}

function resourceSpec(name: string, parts: ResourceParts, types: TypeBook): ResourceSpec {
  const { secretOutputs } = parts.lifecycle;
  const inputs = types.members(parts.lifecycle.inputs, secretOutputs);
  const outputs = types.members(parts.lifecycle.outputs, secretOutputs);
  const required = new Set([...(inputs.required ?? []), ...(outputs.required ?? [])]);
  return {
    description: withExamples(name, parts.description),
    properties: { ...asOutputs(inputs.properties), ...outputs.properties },
    required: [...required],
    inputProperties: inputs.properties,
    ...(inputs.required === undefined ? {} : { requiredInputs: inputs.required }),
    // So that a program can move between the dynamic resources and the plugin.
    aliases: [{ type: `pulumi-nodejs:dynamic/hostconfig:${name}` }],
  };
}

/** What an input says of itself as an output: its defaults are not written into the state. */
function asOutputs(inputs: ResourceSpec["inputProperties"]): ResourceSpec["properties"] {
  return Object.fromEntries(
    Object.entries(inputs).map(([key, input]) => {
      const output = { ...input };
      delete output.default;
      delete output.willReplaceOnChanges;
      return [key, output];
    }),
  );
}

/** The functions, by token. */
function functionSpecs(types: TypeBook): Record<string, FunctionSpec> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, { description, args, result, secretResults }]) => [
      `hostconfig:index:${name}`,
      {
        description: withExamples(name, description),
        inputs: { type: "object", ...types.members(args) },
        outputs: { type: "object", ...types.members(result, secretResults) },
      },
    ]),
  );
}

/** The stack's configuration keys. */
function configSpec(): PackageSpec["config"] {
  return { variables: properties(variable) };
}

/** The arguments of an explicit provider. */
function providerSpec(): PackageSpec["provider"] {
  return {
    description:
      "A provider with its own address and account, for programs that use more than one. An explicit provider does not read the stack's configuration: what is not given comes from the environment variable.",
    properties: properties(({ type, description, secret }) => ({
      type,
      description,
      ...(secret ? { secret: true } : {}),
    })),
    inputProperties: properties(argument),
  };
}

function properties(spec: (setting: SettingKey) => PropertySpec): Record<string, PropertySpec> {
  return Object.fromEntries(settingKeys.map((setting) => [setting.key, spec(setting)]));
}

function variable(setting: SettingKey): PropertySpec {
  return {
    type: setting.type,
    description: setting.description,
    ...(setting.default === undefined ? {} : { default: setting.default }),
    defaultInfo: { environment: [setting.variable] },
    ...(setting.secret ? { secret: true } : {}),
  };
}

/**
 * Names its variable in words only: with `defaultInfo`, programs would read the variable themselves and write its value
 * into the state, where a token that was replaced since would stay in use.
 */
function argument(setting: SettingKey): PropertySpec {
  const otherwise = setting.default === undefined ? "" : `, else ${String(setting.default)}`;
  return {
    type: setting.type,
    description: `${setting.description} Default: the environment variable ${setting.variable}${otherwise}.`,
    ...(setting.secret ? { secret: true } : {}),
  };
}

/** What each language's generator has to know. */
export const languages = {
  csharp: {
    namespaces: { hostconfig: "HostConfig" },
    packageReferences: { Pulumi: "[3.60.0,4)" },
    respectSchemaVersion: true,
  },
  go: {
    importBasePath: "example.com/pulumi-hostconfig/sdk/go/hostconfig",
    modulePath: "example.com/pulumi-hostconfig/sdk/go",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  java: {
    buildFiles: "gradle",
  },
  nodejs: {
    dependencies: { "@pulumi/pulumi": "^3.216.0" },
    respectSchemaVersion: true,
  },
  python: {
    packageName: "pulumi_hostconfig",
    pyproject: { enabled: true },
    requires: { pulumi: ">=3.216.0,<4.0.0" },
    respectSchemaVersion: true,
  },
};

/** One program, in every language. */
interface Example {
  title: string;
  /** The text below the title: a fenced block for each language. */
  body: string;
}

/** The examples of a resource or a function: the sections of its file in the folder `examples`, if it has one. */
export function examplesOf(name: string): Example[] {
  const file = join(__dirname, "examples", `${name}.md`);
  if (!existsSync(file)) return [];
  const [, ...sections] = readFileSync(file, "utf8").split(/^### /m);
  return sections.map((section) => {
    const end = section.indexOf("\n");
    return { title: section.slice(0, end).trim(), body: section.slice(end).trim() };
  });
}

/** The text below the examples: how to import, where the resource can be imported. */
function importOf(name: string): string {
  const file = join(__dirname, "examples", `${name}.import.md`);
  return existsSync(file) ? `\n\n${readFileSync(file, "utf8").trim()}` : "";
}

/** A description with its examples, as Pulumi's generators take them apart again for each language. */
export function withExamples(name: string, description: string): string {
  const examples = examplesOf(name).map(
    ({ title, body }) => `{{% example %}}\n### ${title}\n\n${body}\n{{% /example %}}`,
  );
  if (examples.length === 0) return `${description}${importOf(name)}`;
  return `${description}\n\n{{% examples %}}\n## Example Usage\n\n${examples.join("\n\n")}\n{{% /examples %}}${importOf(name)}`;
}
