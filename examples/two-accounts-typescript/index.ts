import * as pulumi from "@pulumi/pulumi";
import { Host, Provider } from "pulumi-hostconfig/plugin";

const config = new pulumi.Config();
const address = new pulumi.Config("hostconfig").require("baseUrl");

// The account of the stack's configuration is the default provider; this is the second one.
const agency = new Provider("agency", { baseUrl: address, token: config.requireSecret("agencyToken") });

// Of each host, the program owns the PHP version; everything else stays as it is.
const php = { ownership: "declared", json: { php: { version: "8.3" } } } as const;
const ours = new Host("ours", { hostId: 16, ...php });
const theirs = new Host("theirs", { hostId: 17, ...php }, { provider: agency });

export const names = [ours.name, theirs.name];
