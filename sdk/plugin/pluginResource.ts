import * as pulumi from "@pulumi/pulumi";
import { packageVersion } from "../../provider/api/version";
import { withCheckedJson } from "../configSchema";
import { refuseUnusableKeys } from "../programError";
import { resourceProperties, type Registration, type ResourceDeclaration } from "../resourceProperties";

/** What Pulumi's constructor is given for a resource that the provider plugin manages. */
export function pluginResource(
  type: string,
  name: string,
  resource: ResourceDeclaration,
  opts: pulumi.CustomResourceOptions | undefined,
): Registration {
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
  return [`hostconfig:index:${type}`, name, properties, options];
}

/** Of every resource and call: the engine takes the plugin of this package's version, where it finds more than one. */
export const pluginOptions = { version: packageVersion };
