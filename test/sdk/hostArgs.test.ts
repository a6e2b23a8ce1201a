import * as pulumi from "@pulumi/pulumi";
import type { GroupConfigArgs, HostArgs } from "../../sdk";

/** The compiler is the judge here: a line under `@ts-expect-error` that compiles is an error of the type check. */
interface Typed {
  php: { version: string };
}
const typed: Typed = { php: { version: "8.3" } };
const flag: pulumi.Output<boolean> = pulumi.output(true);
const textId = pulumi.output("12");

const accepted: Record<string, HostArgs> = {
  "a host that is adopted": { hostId: 12 },
  "a host that is created": { name: "web1", clientId: 1 },
  "create-only inputs of a host that is created": {
    name: "web1",
    clientId: 1,
    active: true,
    yaml: "a: 1",
    yamlAdmin: "b",
  },
  "outputs and secrets in any place": {
    hostId: pulumi.output(12),
    json: { php: pulumi.output({ version: "8.3" }), password: pulumi.secret("x"), list: [pulumi.output(1)] },
    jsonAdmin: pulumi.secret({ quota: 1 }),
    deploy: pulumi.output({ wait: false }),
  },
  "a configuration that has an interface as its type": {
    hostId: 12,
    json: typed,
    jsonAdmin: pulumi.secret(typed),
  },
  "a configuration as JSON text": { hostId: 12, json: '{"a":1}', jsonAdmin: pulumi.secret('{"b":2}') },
  "ids as text, as resources have them": { hostId: textId },
  "a client's id as text": { name: "web1", clientId: "1" },
  "an output of a choice in any place": {
    name: "web1",
    clientId: 1,
    active: flag,
    ownership: pulumi.output<"whole" | "declared">("declared"),
    deploy: { wait: flag, whenBusy: pulumi.output<"wait" | "fail">("fail"), triggers: pulumi.output([1]) },
  },
  "triggers of any kind": {
    hostId: 12,
    deploy: { triggers: [1, "a", pulumi.output({ b: 2 })], type: "fullDeploy" },
  },
};

const refused: Record<string, HostArgs> = {
  // @ts-expect-error -- an adopted host has its name already
  "hostId with a name": { hostId: 12, name: "web1" },
  // @ts-expect-error -- an adopted host has its client already
  "hostId with a client": { hostId: 12, clientId: 1 },
  // @ts-expect-error -- counts only when a host is created
  "hostId with a create-only input": { hostId: 12, active: true },
  // @ts-expect-error -- a host is created for a client
  "a name without a client": { name: "web1" },
  // @ts-expect-error -- neither adopted nor created
  "no identity at all": { json: {} },
  // @ts-expect-error -- no such deploy type
  "a deploy type that does not exist": { hostId: 12, deploy: { type: "partial" } },
  // @ts-expect-error -- a configuration is an object
  "a list as the configuration": { hostId: 12, json: [1] },
  // @ts-expect-error -- no such input
  "a misspelt input": { hostId: 12, jsn: {} },
};

const group: GroupConfigArgs = { groupId: "3", json: typed, deployHosts: [1, textId] };

// @ts-expect-error -- a group is named by its id
const groupWithoutId: GroupConfigArgs = { json: {} };

describe("the types of a program's inputs", () => {
  it.each(Object.keys(accepted))("accept %s", (name) => {
    expect(accepted[name]).toBeDefined();
  });

  it.each(Object.keys(refused))("refuse %s", (name) => {
    expect(refused[name]).toBeDefined();
  });

  it("accept ids as text and a typed configuration for a group", () => {
    expect(group).toMatchObject({ groupId: "3" });
  });

  it("refuse a group without an id", () => {
    expect(groupWithoutId).toBeDefined();
  });
});
