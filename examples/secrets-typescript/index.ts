import * as pulumi from "@pulumi/pulumi";
import { Host } from "pulumi-hostconfig";

const config = new pulumi.Config();

const shop = new Host("shop", {
  hostId: config.requireNumber("hostId"),
  ownership: "declared", // other keys on the host stay
  json: {
    database: {
      user: "shop",
      // Encrypted in the state, "[secret]" in previews and in what a deployment prints.
      password: config.requireSecret("databasePassword"),
    },
  },
  // Secret as a whole. Admin-access tokens only.
  jsonAdmin: { licence: config.requireSecret("licenceKey") },
});

// What the platform holds contains the secrets, and is one.
export const saved = shop.savedJson;
