import * as pulumi from "@pulumi/pulumi";
import { Host } from "pulumi-hostconfig";

const config = new pulumi.Config();
const production = pulumi.getStack() === "production";

const app = new Host("app", {
  hostId: config.requireNumber("hostId"),
  ownership: "declared", // other keys on the host stay
  json: {
    env: { APP_ENV: pulumi.getStack(), APP_DEBUG: config.requireBoolean("debug") },
    queue: { workers: config.requireNumber("workers") },
  },
  deploy: {
    // Staging gets the complete configuration each time, and does not wait for a deployment that is stuck.
    type: production ? "deploy" : "fullDeploy",
    whenBusy: production ? "wait" : "reset",
  },
});

export const deployment = app.deployment;
