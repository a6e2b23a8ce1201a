import * as pulumi from "@pulumi/pulumi";
import { withCheckedJson } from "../configSchema";
import { resourceProperties, type ResourceDeclaration } from "../resourceProperties";
import { refuseUnusableKeys } from "../unusableKeys";
import { pluginOptions } from "./pluginOptions";

/** A resource that the provider plugin manages. */
export abstract class PluginResource extends pulumi.CustomResource {
  constructor(
    type: string,
    name: string,
    resource: ResourceDeclaration,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const label = `${type} "${name}"`;
    refuseUnusableKeys(label, resource.inputs);
    const inputs = withCheckedJson(label, resource.inputs, type === "GroupConfig");
    const own: pulumi.CustomResourceOptions = {
      additionalSecretOutputs: [...resource.secretOutputs],
      // A program that used the dynamic resource keeps it.
      aliases: [{ type: `pulumi-nodejs:dynamic/hostconfig:${type}` }],
    };
    super(
      `hostconfig:index:${type}`,
      name,
      resourceProperties({ ...resource, inputs }),
      pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own),
    );
  }
}
