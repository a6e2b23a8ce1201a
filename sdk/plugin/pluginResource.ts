import * as pulumi from "@pulumi/pulumi";
import { withSecrets } from "../secretInputs";
import { refuseUnusableKeys } from "../unusableKeys";
import { pluginOptions } from "./pluginOptions";

/** A resource that the provider plugin manages. */
export abstract class PluginResource extends pulumi.CustomResource {
  constructor(
    type: string,
    name: string,
    resource: {
      inputs: object;
      /** Inputs that are secret whether the program says so or not. */
      secretInputs: readonly string[];
      outputs: readonly string[];
      secretOutputs: readonly string[];
    },
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    refuseUnusableKeys(`${type} "${name}"`, resource.inputs);
    const own: pulumi.CustomResourceOptions = {
      additionalSecretOutputs: [...resource.secretOutputs],
      // A program that used the dynamic resource keeps it.
      aliases: [{ type: `pulumi-nodejs:dynamic/hostconfig:${type}` }],
    };
    super(
      `hostconfig:index:${type}`,
      name,
      {
        ...Object.fromEntries(resource.outputs.map((output) => [output, undefined])),
        ...withSecrets(resource.inputs, resource.secretInputs),
      },
      pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own),
    );
  }
}
