import { fromStruct, type WireObject } from "../../provider/plugin/structs";
import { created, partialFailure, updated } from "./life";
import { startPlugin, type Plugin } from "./pluginHarness";
import { createRequest, readRequest } from "./requests";
import { secret } from "./wireText";

let plugin: Plugin;
beforeEach(async () => {
  plugin = await startPlugin();
  plugin.emulator.addHost({ clientId: plugin.emulator.addClient(), name: "web1" });
});
afterEach(() => plugin.close());

const inputs = {
  hostId: 1,
  json: { db: { password: secret("hunter22"), user: "shop" } },
  jsonAdmin: { k: "adm1n" },
};

describe("a secret inside the configuration", () => {
  it("is sent to the service open, and comes back secret in its place and in what is saved", async () => {
    const { id, outputs } = await created(plugin, inputs);
    expect(plugin.emulator.host(1).savedJson).toEqual({ db: { password: "hunter22", user: "shop" } });
    expect(id).toBe("1");
    expect(outputs).toMatchObject({
      json: { db: { password: secret("hunter22"), user: "shop" } },
      savedJson: secret({ db: { password: "hunter22", user: "shop" } }),
      jsonAdmin: secret({ k: "adm1n" }),
      __state: secret(expect.anything() as never),
    });
  });

  it("stays one after a refresh, with a changed value and where somebody has copied it to", async () => {
    const { outputs } = await created(plugin, inputs);
    plugin.emulator.editHost(1, () => ({ db: { password: "changed1", user: "shop" }, copy: ["hunter22"] }));
    const answer = await plugin.call("read", readRequest("1", { properties: outputs, inputs }));
    const found = { db: { password: secret("changed1"), user: "shop" }, copy: secret(["hunter22"]) };
    expect(fromStruct(answer.getInputs()).json).toEqual(found);
    expect(fromStruct(answer.getProperties())).toMatchObject({ json: found });
  });

  it("stays one where somebody has put it into another text", async () => {
    const { outputs } = await created(plugin, inputs);
    plugin.emulator.editHost(1, (held) => ({ ...held, url: "mysql://shop:hunter22@db/1", theirs: "hunter" }));
    const answer = await plugin.call("read", readRequest("1", { properties: outputs, inputs }));
    const found = { url: secret("mysql://shop:hunter22@db/1"), theirs: "hunter" };
    expect(fromStruct(answer.getInputs()).json).toMatchObject(found);
    expect(fromStruct(answer.getProperties())).toMatchObject({ json: found });
  });

  it("of one letter does not make every text a secret", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { one: secret("e"), other: "west" } });
    expect(outputs).toMatchObject({ json: { one: secret("e"), other: "west" }, name: "web1" });
  });

  it("of no letter does not make every empty text a secret", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { none: secret(""), other: "" } });
    expect(outputs).toMatchObject({ json: { none: secret(""), other: "" } });
  });

  it("does not hide what stands beside it, for being saved with it", async () => {
    const { outputs } = await created(plugin, inputs);
    plugin.emulator.scriptDeployment(1, { seconds: 10, output: ["user shop, password hunter22", "end"] });
    await updated(plugin, outputs, { ...inputs, deploy: { triggers: [1] } });
    const said = plugin.engine.said.map(({ text }) => text).join("\n");
    expect(said).toContain("user shop, password [secret]");
  });

  it("shows in no message", async () => {
    plugin.emulator.scriptDeployment(1, {
      seconds: 10,
      end: "error",
      output: ["hunter22 is wrong", "adm1n too"],
    });
    const failure = await plugin.failure("create", createRequest(inputs));
    const messages = [
      failure.details,
      ...partialFailure(failure).reasons,
      ...plugin.engine.said.map(({ text }) => text),
    ];
    expect(messages.join("\n")).toContain("[secret] is wrong");
    expect(messages.join("\n")).not.toMatch(/hunter22|adm1n/);
  });

  it("is marked although only the list it is in was declared secret in part", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { list: ["a", secret("b-secret")] } });
    expect(outputs.json).toEqual({ list: secret(["a", "b-secret"]) });
  });
});

describe("what is saved", () => {
  it.each<[string, WireObject, WireObject]>([
    ["of which others keep a part", { ownership: "declared", json: { a: 1 } }, { a: 1 }],
    ["that the program does not manage", {}, {}],
    ["in which the program has marked no secret", { json: { a: 1 } }, { a: 1 }],
  ])("is secret as a whole: a configuration %s", async (_what, more, saved) => {
    const { outputs } = await created(plugin, { hostId: 1, ...more });
    expect(outputs.savedJson).toEqual(secret(saved));
  });
});

describe("state of the dynamic door", () => {
  it("is read and updated as if it were this door's", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { a: 1 } });
    const dynamic = {
      ...outputs,
      __urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/hostconfig:Host::web",
      __timeouts: { update: 60 },
    };
    const answer = await plugin.call("read", readRequest("1", { properties: dynamic }));
    expect(fromStruct(answer.getProperties())).toEqual(outputs);
    const next = await updated(plugin, dynamic, { hostId: 1, json: { a: 2 } });
    expect(next).toMatchObject({ json: { a: 2 }, savedJson: secret({ a: 2 }) });
    expect(Object.keys(next)).not.toContain("__urn");
  });

  it("is what this door leaves behind, too: with the provider that reads and deletes it there", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { a: 1 } });
    expect(outputs.__provider).toBe('exports.handler=()=>require("pulumi-hostconfig/dynamic").provider');
  });
});
