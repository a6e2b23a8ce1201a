import * as pulumi from "@pulumi/pulumi";
import { groupInputs, groupOutputs, secretGroupOutputs } from "../provider/resource/group/group";
import { propertyNames, secretInputs } from "../provider/resource/inputs";
import { dynamicResource } from "./dynamicResource";
import { leaveOutPropertyStacks, programError } from "./programError";
import type { Deployment, GroupConfigInputs } from "./declared";
import type { ProgramInputs } from "./programInputs";

/** Inputs of a `GroupConfig`. */
export type GroupConfigArgs = ProgramInputs<GroupConfigInputs>;

const shapes = { inputs: groupInputs, outputs: groupOutputs };

/** What the classes of both doors declare of a `GroupConfig`. */
export const groupDeclaration = {
  secretInputs: secretInputs(shapes, secretGroupOutputs),
  outputs: propertyNames(shapes),
  secretOutputs: secretGroupOutputs,
};

/**
 * The configuration that a group's member hosts inherit.
 *
 * A group cannot be created or deployed: the resource takes over the group of `groupId`, saves its configuration and
 * deploys the hosts of `deployHosts` after a save. A delete removes it from the state only.
 */
export class GroupConfig extends pulumi.CustomResource {
  /** Id of the group on the platform. */
  declare readonly groupId: pulumi.Output<number>;
  /** Name of the group on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Client that owns the group, where the service tells it. */
  declare readonly clientId: pulumi.Output<number | undefined>;
  /** The declared configuration. */
  declare readonly json: pulumi.Output<Record<string, unknown>>;
  /** Whether the program owns the whole configuration or only the keys that it declares. */
  declare readonly ownership: pulumi.Output<GroupConfigInputs["ownership"]>;
  /** What a save does with changes that were made outside Pulumi. */
  declare readonly onConflict: pulumi.Output<GroupConfigInputs["onConflict"]>;
  /** Ids of the hosts that are deployed after a save. */
  declare readonly deployHosts: pulumi.Output<GroupConfigInputs["deployHosts"]>;
  /** When and how `deployHosts` are deployed. */
  declare readonly deploy: pulumi.Output<GroupConfigInputs["deploy"]>;
  /** What a delete does. */
  declare readonly onDestroy: pulumi.Output<GroupConfigInputs["onDestroy"]>;
  /** What the service holds: the declared configuration and what the service or others add to it. A secret. */
  declare readonly savedJson: pulumi.Output<Record<string, unknown>>;
  /** Changes exactly when the saved configuration does; tells nothing about it. Made for a host's `deploy.triggers`. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** When the group was created, as the service spells it. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When the group's record was changed last, as the service spells it. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
  /** The latest deployments of `deployHosts`, by host id. */
  declare readonly deployments: pulumi.Output<Record<string, Deployment>>;

  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`; `import` is refused: give `groupId`
   */
  constructor(name: string, args: GroupConfigArgs, opts?: pulumi.CustomResourceOptions) {
    if ((args as { groupId?: unknown }).groupId === undefined) {
      throw programError(`GroupConfig "${name}": groupId is required: the id of the group on the platform.`);
    }
    const registration = dynamicResource("GroupConfig", name, { inputs: args, ...groupDeclaration }, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}
