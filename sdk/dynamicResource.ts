import * as pulumi from "@pulumi/pulumi";
import { withCheckedJson } from "./configSchema";
import { operationTimeouts } from "./customTimeouts";
import { explicitProvider } from "./explicitProvider";
import { providerText } from "../provider/dynamicProviderText";
import { withoutUndefined } from "../provider/lifecycle/configuration/jsonKinds";
import { secretPlaces } from "./secretPlaces";
import { resourceProperties, type Registration, type ResourceDeclaration } from "./resourceProperties";
import { refuseMisspeltKeys } from "./stackConfig";
import { refuseUnusableKeys } from "./unusableKeys";
import { programError } from "./programError";

/**
 * What Pulumi's constructor is given for a dynamic resource whose code is the installed package's, and not a copy of it in
 * the state.
 *
 * `pulumi.dynamic.Resource` would write the provider's code into the state of each resource and capture closures in
 * every run of the program.
 */
export function dynamicResource(
  type: string,
  name: string,
  resource: ResourceDeclaration,
  opts: pulumi.CustomResourceOptions | undefined,
): Registration {
  const token = `pulumi-nodejs:dynamic/hostconfig:${type}`;
  const label = `${type} "${name}"`;
  refuseMisspeltKeys();
  if (opts?.import !== undefined) {
    throw programError(
      `${label}: a dynamic resource cannot be imported. Give hostId (or groupId) instead, which adopts what is there; the provider plugin knows \`pulumi import\`.`,
    );
  }
  if (explicitProvider(opts) !== undefined) {
    throw programError(
      `${label}: an explicit provider${opts?.provider === undefined ? ", here inherited from the parent," : ""} does not reach a dynamic resource: Pulumi drops it without a word, and the stack's own account would be managed. For another account, take ${type} from "pulumi-hostconfig/plugin"; a program may use both doors.`,
    );
  }
  refuseUnusableKeys(label, resource.inputs);
  const inputs = withCheckedJson(label, resource.inputs, type === "GroupConfig");
  const timeouts = operationTimeouts(label, opts?.customTimeouts);
  // A dynamic provider gets secrets opened and unmarked; these are the places whose values no message may show.
  const secrets = secretPlaces(resource.inputs);
  // Pulumi makes promises for each property, also for one that is undefined.
  const properties = {
    ...resourceProperties({ ...resource, inputs }),
    __provider: providerText,
    // For progress on the resource's own line; the engine does not tell a dynamic provider whom it works for.
    __urn: urnOf(token, name, opts?.parent),
    ...withoutUndefined({ __timeouts: timeouts, __secrets: secrets }),
    // The engine does not tell a dynamic provider either; the provider keeps it to itself.
    ...(pulumi.runtime.isDryRun() ? { __preview: true } : {}),
  };
  const options = pulumi.mergeOptions(opts, {
    additionalSecretOutputs: [...resource.secretOutputs],
    // A program that used the plugin's class keeps its resources.
    aliases: [{ type: `hostconfig:index:${type}` }],
  });
  return [token, name, properties, options];
}

/** What the URNs of resources without a parent begin with, by stack and type: a process may run several programs. */
const urnBeginnings = new Map<string, Promise<string>>();

function urnOf(type: string, name: string, parent: pulumi.Resource | undefined): Promise<string> {
  if (parent !== undefined) return withoutDependencies(pulumi.createUrn(name, type, parent));
  const key = [pulumi.getProject(), pulumi.getStack(), type].join(" ");
  const beginning = urnBeginnings.get(key) ?? withoutDependencies(pulumi.createUrn("", type));
  urnBeginnings.set(key, beginning);
  return beginning.then((text) => text + name);
}

/** A URN is made from the parent's. As an output it would make a component's child wait for the component, and so for itself. */
function withoutDependencies(urn: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    urn.apply(resolve);
  });
}
