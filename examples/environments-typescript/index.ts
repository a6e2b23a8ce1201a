import * as pulumi from "@pulumi/pulumi";
import { Host } from "pulumi-hostconfig";

const config = new pulumi.Config();
const production = pulumi.getStack() === "production";

const app = new Host("app", {
  hostId: config.requireNumber("hostId"),
  json: {
    env: { APP_ENV: pulumi.getStack(), APP_DEBUG: config.requireBoolean("debug") },
    queue: { workers: config.requireNumber("workers") },
  },
  deploy: {
    // Production gets what changed and no more; staging starts from a clean host each time.
    type: production ? "deploy" : "fullDeploy",
    whenBusy: production ? "wait" : "reset",
  },
});

export const deployment = app.deployment;
