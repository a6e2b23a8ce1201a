import * as pulumi from "@pulumi/pulumi";
import { hostInputs, hostOutputs, secretHostOutputs } from "../provider/resource/host/host";
import { propertyNames, secretInputs } from "../provider/resource/inputs";
import { dynamicResource } from "./dynamicResource";
import { leaveOutPropertyStacks } from "./programError";
import type { Deployment, HostInputs } from "./declared";
import type { ProgramInputs } from "./programInputs";

type CreateOnly = "active" | "yaml" | "yamlAdmin";
type Identity = "hostId" | "name" | "clientId" | "ifExists";
type Common = Omit<HostInputs, Identity | CreateOnly>;
type Excluded<Keys extends string> = { [Key in Keys]?: undefined };

/** Inputs of a `Host` that adopts an existing host by its id. */
export type AdoptedHostArgs = ProgramInputs<Common & Required<Pick<HostInputs, "hostId">>> &
  Excluded<"name" | "clientId" | "ifExists" | CreateOnly>;

/** Inputs of a `Host` that creates a host; needs an admin-access token. */
export type CreatedHostArgs = ProgramInputs<
  Common & Pick<HostInputs, "ifExists" | CreateOnly> & Required<Pick<HostInputs, "name" | "clientId">>
> &
  Excluded<"hostId">;

/** Inputs of a `Host`. `hostId` excludes `name`, `clientId` and the inputs that count only when a host is created. */
export type HostArgs = AdoptedHostArgs | CreatedHostArgs;

const shapes = { inputs: hostInputs, outputs: hostOutputs };

/** What the classes of both doors declare of a `Host`. */
export const hostDeclaration = {
  secretInputs: secretInputs(shapes, secretHostOutputs),
  outputs: propertyNames(shapes),
  secretOutputs: secretHostOutputs,
};

/**
 * A server whose configuration is saved on the platform and deployed.
 *
 * A create adopts the host of `hostId`, or creates one of `name` and `clientId`. An update saves what changed, starts a
 * deployment of `deploy.type` and waits until it is `published`; it fails on `error`, `canceled` and `timeout`. There is
 * no endpoint that deletes a host: a delete removes it from the state only.
 */
export class Host extends pulumi.CustomResource {
  /** Id of the host on the platform. */
  declare readonly hostId: pulumi.Output<number>;
  /** Name of the host on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Client that owns the host. */
  declare readonly clientId: pulumi.Output<number | undefined>;
  /** Whether the host is active. */
  declare readonly active: pulumi.Output<boolean | undefined>;
  /** The declared configuration. */
  declare readonly json: pulumi.Output<Record<string, unknown> | undefined>;
  /** The declared admin-level configuration, as it was last written. A secret. */
  declare readonly jsonAdmin: pulumi.Output<Record<string, unknown> | undefined>;
  /** What a create does where a host of this name and client is there already. */
  declare readonly ifExists: pulumi.Output<HostInputs["ifExists"]>;
  /** The YAML configuration that the host was created with. */
  declare readonly yaml: pulumi.Output<string | undefined>;
  /** The admin-level YAML configuration that the host was created with. A secret. */
  declare readonly yamlAdmin: pulumi.Output<string | undefined>;
  /** Whether the program owns the whole configuration or only the keys that it declares. */
  declare readonly ownership: pulumi.Output<HostInputs["ownership"]>;
  /** What a save does with changes that were made outside Pulumi. */
  declare readonly onConflict: pulumi.Output<HostInputs["onConflict"]>;
  /** When and how what was saved is deployed. */
  declare readonly deploy: pulumi.Output<HostInputs["deploy"]>;
  /** What a delete does. */
  declare readonly onDestroy: pulumi.Output<HostInputs["onDestroy"]>;
  /** What the service holds: the declared configuration and what the service or others add to it. A secret. */
  declare readonly savedJson: pulumi.Output<Record<string, unknown>>;
  /** Changes exactly when the saved configuration does; tells nothing about it. Made for `deploy.triggers`. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** When the host was created, as the service spells it. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When the host's record was changed last, as the service spells it. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
  /** The latest deployment as it was last seen; `undefined` where there was none. */
  declare readonly deployment: pulumi.Output<Deployment | undefined>;

  /**
   * @param name name of the resource in the program
   * @param opts `customTimeouts` wins over `deploy.timeout`; `import` is refused: give `hostId`
   */
  constructor(name: string, args: HostArgs, opts?: pulumi.CustomResourceOptions) {
    const registration = dynamicResource("Host", name, { inputs: args, ...hostDeclaration }, opts);
    const end = leaveOutPropertyStacks();
    try {
      super(...registration);
      end();
    } catch (error) {
      throw end(error);
    }
  }
}
