import * as pulumi from "@pulumi/pulumi";
import { hostDeclaration } from "../host";
import type { Host as DynamicHost, HostArgs } from "../host";
import { leaveOutPropertyStacks } from "../programError";
import { pluginResource } from "./pluginResource";

/**
 * A server whose configuration is saved on the platform and deployed.
 *
 * A create adopts the host of `hostId`, or creates one of `name` and `clientId`. An update saves what changed, starts a
 * deployment of `deploy.type` and waits until it is `published`; it fails on `error`, `canceled` and `timeout`. There is
 * no endpoint that deletes a host: a delete removes it from the state only.
 */
export class Host extends pulumi.CustomResource {
  /** Id of the host on the platform. */
  declare readonly hostId: DynamicHost["hostId"];
  /** Name of the host on the platform. */
  declare readonly name: DynamicHost["name"];
  /** Client that owns the host. */
  declare readonly clientId: DynamicHost["clientId"];
  /** Whether the host is active. */
  declare readonly active: DynamicHost["active"];
  /** The declared configuration. */
  declare readonly json: DynamicHost["json"];
  /** The declared admin-level configuration, as it was last written. A secret. */
  declare readonly jsonAdmin: DynamicHost["jsonAdmin"];
  /** What a create does where a host of this name and client is there already. */
  declare readonly ifExists: DynamicHost["ifExists"];
  /** The YAML configuration that the host was created with. */
  declare readonly yaml: DynamicHost["yaml"];
  /** The admin-level YAML configuration that the host was created with. A secret. */
  declare readonly yamlAdmin: DynamicHost["yamlAdmin"];
  /** Whether the program owns the whole configuration or only the keys that it declares. */
  declare readonly ownership: DynamicHost["ownership"];
  /** What a save does with changes that were made outside Pulumi. */
  declare readonly onConflict: DynamicHost["onConflict"];
  /** When and how what was saved is deployed. */
  declare readonly deploy: DynamicHost["deploy"];
  /** What a delete does. */
  declare readonly onDestroy: DynamicHost["onDestroy"];
  /** What the service holds: the declared configuration and what the service or others add to it. A secret. */
  declare readonly savedJson: DynamicHost["savedJson"];
  /** Changes exactly when the saved configuration does; tells nothing about it. Made for `deploy.triggers`. */
  declare readonly fingerprint: DynamicHost["fingerprint"];
  /** When the host was created, as the service spells it. */
  declare readonly createdAt: DynamicHost["createdAt"];
  /** When the host's record was changed last, as the service spells it. */
  declare readonly updatedAt: DynamicHost["updatedAt"];
  /** The latest deployment as it was last seen; `undefined` where there was none. */
  declare readonly deployment: DynamicHost["deployment"];

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
    const registration = pluginResource("Host", name, { inputs: args, ...hostDeclaration }, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}
