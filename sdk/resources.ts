import * as pulumi from "@pulumi/pulumi";
import type { GroupConfigArgs, HostArgs, ResourceProperties } from "./programTypes";
import type { GroupConfigInputs, GroupConfigOutputs, HostInputs, HostOutputs } from "./declared";
import { dynamicResource } from "./dynamicResource";
import { leaveOutPropertyStacks, programError } from "./programError";

/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   Pulumi's constructor sets the properties, and a class in between would hide the place in the program from it */

/** The properties, which the definitions of inputs and outputs describe. */
export interface Host extends ResourceProperties<HostInputs, HostOutputs> {}

/**
 * A server whose configuration is saved on the platform and deployed, managed by the dynamic provider.
 *
 * A create adopts the host of `hostId`, or creates one of `name` and `clientId`. A delete removes it from the state only.
 */
export class Host extends pulumi.CustomResource {
  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`; `import` is refused: give `hostId`
   */
  constructor(name: string, args: HostArgs, opts?: pulumi.CustomResourceOptions) {
    const registration = dynamicResource("Host", name, args, opts);
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
 * The configuration that a group's member hosts inherit, managed by the dynamic provider.
 *
 * A create adopts the group of `groupId`. A save deploys the hosts of `deployHosts`. A delete removes it from the state only.
 */
export class GroupConfig extends pulumi.CustomResource {
  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`; `import` is refused: give `groupId`
   */
  constructor(name: string, args: GroupConfigArgs, opts?: pulumi.CustomResourceOptions) {
    if ((args as { groupId?: unknown }).groupId === undefined) {
      throw programError(`GroupConfig "${name}": groupId is required: the id of the group on the platform.`);
    }
    const registration = dynamicResource("GroupConfig", name, args, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}
