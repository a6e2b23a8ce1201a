import {
  groupConfigLifecycle,
  hostLifecycle,
  type ResourceLifecycle,
} from "../../lifecycle/resourceLifecycle";
import { withExamples } from "./examples";
import type { ResourceSpec } from "./packageSpec";
import type { TypeBook } from "./typeBook";

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
export function resourceSpecs(types: TypeBook): Record<string, ResourceSpec> {
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
