import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "pulumi-hostconfig";

const config = new pulumi.Config();

const shared = new GroupConfig("shared", {
  groupId: config.requireNumber("groupId"),
  ownership: "declared", // other keys of the group stay
  json: { php: { version: "8.3" }, backup: { keep: 14 } },
});

// A change of the group deploys each host once, and so does a change of the host itself or of both together.
const hosts = config.requireObject<number[]>("hostIds").map(
  (hostId) =>
    new Host(`host-${hostId}`, {
      hostId,
      ownership: "declared",
      json: { monitoring: { enabled: true } },
      deploy: { triggers: [shared.fingerprint] },
    }),
);

export const deployments = Object.fromEntries(
  hosts.map((host, index) => [`host${index + 1}`, host.deployment]),
);
