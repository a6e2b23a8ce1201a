import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "pulumi-hostconfig";

/** What a team decides about a cluster; everything else is the company's standard. */
export interface WebClusterArgs {
  groupId: number;
  hostIds: number[];
  phpVersion: pulumi.Input<string>;
}

/** Web servers that share one configuration. */
export class WebCluster extends pulumi.ComponentResource {
  /** When each host was last deployed. */
  readonly deployedAt: pulumi.Output<(string | undefined)[]>;

  constructor(name: string, args: WebClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("example:hosting:WebCluster", name, {}, opts);
    const shared = new GroupConfig(
      `${name}-shared`,
      {
        groupId: args.groupId,
        ownership: "declared",
        json: { php: { version: args.phpVersion }, backup: { keep: 30 }, tls: { redirect: true } },
      },
      { parent: this },
    );
    const hosts = args.hostIds.map(
      (hostId, index) =>
        new Host(
          `${name}-${index + 1}`,
          {
            hostId,
            ownership: "declared",
            json: { cluster: { name, member: index + 1 } },
            deploy: { triggers: [shared.fingerprint], pollInterval: 1 },
          },
          { parent: this },
        ),
    );
    this.deployedAt = pulumi
      .all(hosts.map((host) => host.deployment))
      .apply((deployments) => deployments.map((deployment) => deployment?.finishedAt));
    this.registerOutputs({ deployedAt: this.deployedAt });
  }
}
