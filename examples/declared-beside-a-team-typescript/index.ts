import * as pulumi from "@pulumi/pulumi";
import { Host } from "pulumi-hostconfig";

const config = new pulumi.Config();

const shop = new Host("shop", {
  hostId: config.requireNumber("hostId"),
  ownership: "declared",
  // These keys are the program's, at any depth: php.version is, php.memory_limit is not.
  json: {
    php: { version: "8.3" },
    firewall: { ssh_from: ["198.51.100.0/24"] },
  },
  onDestroy: "restore",
});

export const fingerprint = shop.fingerprint;
