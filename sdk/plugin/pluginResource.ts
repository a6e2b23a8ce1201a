import * as pulumi from "@pulumi/pulumi";
import { withCheckedJson } from "../configSchema";
import { resourceProperties, type ResourceDeclaration } from "../resourceProperties";
import { refuseUnusableKeys } from "../unusableKeys";
import { leaveOutPropertyStacks } from "../leaveOutPropertyStacks";
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
    const properties = resourceProperties({ ...resource, inputs });
    const options = pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own);
    const end = leaveOutPropertyStacks();
    try {
      super(`hostconfig:index:${type}`, name, properties, options);
      end();
    } catch (error) {
      end(error);
      throw error;
    }
  }
}
