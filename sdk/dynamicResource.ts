import * as pulumi from "@pulumi/pulumi";
import { withCheckedJson } from "./configSchema";
import { operationTimeouts } from "./customTimeouts";
import { explicitProvider } from "./explicitProvider";
import { providerText } from "../provider/dynamicProviderText";
import { secretPlaces } from "./secretPlaces";
import { resourceProperties, type ResourceDeclaration } from "./resourceProperties";
import { refuseMisspeltKeys } from "./stackConfig";
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
    const label = `${type} "${name}"`;
    refuseMisspeltKeys();
    if (opts?.import !== undefined) {
      throw new pulumi.RunError(
        `${label}: a dynamic resource cannot be imported. Give hostId (or groupId) instead, which adopts what is there; the provider plugin knows \`pulumi import\`.`,
      );
    }
    if (explicitProvider(opts) !== undefined) {
      throw new pulumi.RunError(
        `${label}: an explicit provider${opts?.provider === undefined ? ", here inherited from the parent," : ""} does not reach a dynamic resource: Pulumi drops it without a word, and the stack's own account would be managed. For another account, take ${type} from "pulumi-hostconfig/plugin"; a program may use both doors.`,
      );
    }
    refuseUnusableKeys(label, resource.inputs);
    const inputs = withCheckedJson(label, resource.inputs, type === "GroupConfig");
    const properties = {
      ...resourceProperties({ ...resource, inputs }),
      __provider: providerText,
      // For progress on the resource's own line; the engine does not tell a dynamic provider whom it works for.
      __urn: withoutDependencies(pulumi.createUrn(name, token, opts?.parent)),
      __timeouts: operationTimeouts(label, opts?.customTimeouts),
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

/** A URN is made from the parent's. As an output it would make a component's child wait for the component, and so for itself. */
function withoutDependencies(urn: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    urn.apply(resolve);
  });
}
