import * as pulumi from "@pulumi/pulumi";
import { operationTimeouts } from "./customTimeouts";
import { providerText } from "../provider/dynamicProviderText";
import { secretPlaces } from "./secretPlaces";
import { resourceProperties, type ResourceDeclaration } from "./resourceProperties";
import { refuseUnusableKeys } from "./unusableKeys";

/**
 * A dynamic resource whose code is the installed package's, and not a copy of it in the state.
 *
 * `pulumi.dynamic.Resource` would write the provider's code into the state of each resource and capture closures in
 * every run of the program.
 */
export abstract class DynamicResource extends pulumi.CustomResource {
  constructor(
    type: string,
    name: string,
    resource: ResourceDeclaration,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const token = `pulumi-nodejs:dynamic/hostconfig:${type}`;
    if (opts?.import !== undefined) {
      throw new Error(
        `${type} "${name}": a dynamic resource cannot be imported. Give hostId (or groupId) instead, which adopts what is there; the provider plugin knows \`pulumi import\`.`,
      );
    }
    refuseUnusableKeys(`${type} "${name}"`, resource.inputs);
    const properties = {
      ...resourceProperties(resource),
      __provider: providerText,
      // For progress on the resource's own line; the engine does not tell a dynamic provider whom it works for.
      __urn: pulumi.createUrn(name, token, opts?.parent),
      __timeouts: operationTimeouts(opts?.customTimeouts),
      // A dynamic provider gets secrets opened and unmarked; these are the places whose values no message may show.
      __secrets: secretPlaces(resource.inputs),
    };
    super(
      token,
      name,
      properties,
      pulumi.mergeOptions(opts, {
        additionalSecretOutputs: [...resource.secretOutputs],
        // A program that used the plugin's class keeps its resources.
        aliases: [{ type: `hostconfig:index:${type}` }],
      }),
    );
  }
}
