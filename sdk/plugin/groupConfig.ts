import * as pulumi from "@pulumi/pulumi";
import { groupDeclaration } from "../groupConfig";
import type { GroupConfig as DynamicGroupConfig, GroupConfigArgs } from "../groupConfig";
import { leaveOutPropertyStacks } from "../programError";
import { pluginResource } from "./pluginResource";

/**
 * The configuration that a group's member hosts inherit.
 *
 * A group cannot be created or deployed: the resource takes over the group of `groupId`, saves its configuration and
 * deploys the hosts of `deployHosts` after a save. A delete removes it from the state only.
 */
export class GroupConfig extends pulumi.CustomResource {
  /** Id of the group on the platform. */
  declare readonly groupId: DynamicGroupConfig["groupId"];
  /** Name of the group on the platform. */
  declare readonly name: DynamicGroupConfig["name"];
  /** Client that owns the group, where the service tells it. */
  declare readonly clientId: DynamicGroupConfig["clientId"];
  /** The declared configuration. */
  declare readonly json: DynamicGroupConfig["json"];
  /** Whether the program owns the whole configuration or only the keys that it declares. */
  declare readonly ownership: DynamicGroupConfig["ownership"];
  /** What a save does with changes that were made outside Pulumi. */
  declare readonly onConflict: DynamicGroupConfig["onConflict"];
  /** Ids of the hosts that are deployed after a save. */
  declare readonly deployHosts: DynamicGroupConfig["deployHosts"];
  /** When and how `deployHosts` are deployed. */
  declare readonly deploy: DynamicGroupConfig["deploy"];
  /** What a delete does. */
  declare readonly onDestroy: DynamicGroupConfig["onDestroy"];
  /** What the service holds: the declared configuration and what the service or others add to it. A secret. */
  declare readonly savedJson: DynamicGroupConfig["savedJson"];
  /** Changes exactly when the saved configuration does; tells nothing about it. Made for a host's `deploy.triggers`. */
  declare readonly fingerprint: DynamicGroupConfig["fingerprint"];
  /** When the group was created, as the service spells it. */
  declare readonly createdAt: DynamicGroupConfig["createdAt"];
  /** When the group's record was changed last, as the service spells it. */
  declare readonly updatedAt: DynamicGroupConfig["updatedAt"];
  /** The latest deployments of `deployHosts`, by host id. */
  declare readonly deployments: DynamicGroupConfig["deployments"];

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
    const registration = pluginResource("GroupConfig", name, { inputs: args, ...groupDeclaration }, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}
