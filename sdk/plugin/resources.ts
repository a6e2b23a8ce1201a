import * as pulumi from "@pulumi/pulumi";
import { packageVersion } from "../../provider/api/version";
import type { GroupConfigArgs, HostArgs, ResourceProperties } from "../programTypes";
import type {
  GroupConfigInputs,
  GroupConfigOutputs,
  HostInputs,
  HostOutputs,
  ProviderArgs,
} from "../declared";
import { leaveOutPropertyStacks } from "../programError";
import { registeredProperties, withSecrets, type Registration, type ResourceType } from "../registration";

/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   Pulumi's constructor sets the properties, and a class in between would hide the place in the program from it */

/** The properties, which the definitions of inputs and outputs describe. */
export interface Host extends ResourceProperties<HostInputs, HostOutputs> {}

/**
 * A server whose configuration is saved on the platform and deployed, managed by the provider plugin.
 *
 * A create adopts the host of `hostId`, or creates one of `name` and `clientId`. A delete removes it from the state only.
 */
export class Host extends pulumi.CustomResource {
  /**
   * Reads a host that something else manages; nothing is saved or deployed.
   *
   * @param name name of the resource in the program
   * @param id the host's id on the platform, or `client/name` such as `1/web1`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Host {
    return new Host(name, {} as HostArgs, { ...opts, id });
  }

  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`
   */
  constructor(name: string, args: HostArgs, opts?: pulumi.CustomResourceOptions) {
    const registration = pluginResource("Host", name, args, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}

/** The properties, which the definitions of inputs and outputs describe. */
export interface GroupConfig extends ResourceProperties<GroupConfigInputs, GroupConfigOutputs> {}

/**
 * The configuration that a group's member hosts inherit, managed by the provider plugin.
 *
 * A create adopts the group of `groupId`. A save deploys the hosts of `deployHosts`. A delete removes it from the state only.
 */
export class GroupConfig extends pulumi.CustomResource {
  /**
   * Reads a group that something else manages; nothing is saved or deployed.
   *
   * @param name name of the resource in the program
   * @param id the group's id on the platform, or `client/name` such as `1/production`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GroupConfig {
    return new GroupConfig(name, {} as GroupConfigArgs, { ...opts, id });
  }

  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`
   */
  constructor(name: string, args: GroupConfigArgs, opts?: pulumi.CustomResourceOptions) {
    const registration = pluginResource("GroupConfig", name, args, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}

/**
 * An account of its own, for programs that use more than one: `new Host("web", { … }, { provider })`.
 *
 * Resources without a provider use the stack's configuration.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const own = { additionalSecretOutputs: ["token"] };
    super(
      "hostconfig",
      name,
      withSecrets(args, ["token"]),
      pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own),
    );
  }
}

/** Options of every resource and call: of several installed plugins, the engine takes the one of this package's version. */
export const pluginOptions = { version: packageVersion };

/** What Pulumi's constructor is given for a resource that the provider plugin manages. */
function pluginResource(
  type: ResourceType,
  name: string,
  inputs: object,
  opts: pulumi.CustomResourceOptions | undefined,
): Registration {
  const { properties, additionalSecretOutputs } = registeredProperties(type, name, inputs);
  const own: pulumi.CustomResourceOptions = {
    additionalSecretOutputs,
    // A program that used the dynamic resource keeps it.
    aliases: [{ type: `pulumi-nodejs:dynamic/hostconfig:${type}` }],
  };
  const options = pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own);
  return [`hostconfig:index:${type}`, name, properties, options];
}
