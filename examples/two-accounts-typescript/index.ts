import * as pulumi from "@pulumi/pulumi";
import { Host, Provider } from "pulumi-hostconfig/plugin";

const config = new pulumi.Config();
const address = new pulumi.Config("hostconfig").require("baseUrl");

// The account of the stack's configuration is the default provider; this is the second one.
const agency = new Provider("agency", { baseUrl: address, token: config.requireSecret("agencyToken") });

const php = { version: "8.3" };
const ours = new Host("ours", { hostId: 16, json: { php } });
const theirs = new Host("theirs", { hostId: 17, json: { php } }, { provider: agency });

export const names = [ours.name, theirs.name];
