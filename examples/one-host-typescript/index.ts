import * as pulumi from "@pulumi/pulumi";
import { Host } from "pulumi-hostconfig";

const config = new pulumi.Config();

const web = new Host("web", {
  hostId: config.requireNumber("hostId"),
  ownership: "declared", // other keys on the host stay
  json: {
    webserver: "nginx",
    php: { version: "8.3", memory_limit: "512M" },
    cache: true,
  },
});

export const name = web.name;
export const deployment = web.deployment;
