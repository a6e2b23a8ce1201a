import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { WireObject } from "../../provider/plugin/structs";
import { created, partialFailure } from "./life";
import { hostUrn, startPlugin, type Plugin } from "./pluginHarness";
import { createRequest, diffRequest, updateRequest } from "./requests";
import { secret, unknown } from "./wireText";

let plugin: Plugin;
let state: WireObject;
const inputs = {
  hostId: 1,
  json: { php: { version: "8.1" }, sites: [{ n: 1 }], "a.b": 1, pw: secret("x-secret") },
};

beforeAll(async () => {
  plugin = await startPlugin();
  const client = plugin.emulator.addClient();
  plugin.emulator.addHost({ clientId: client, name: "web1" });
  plugin.emulator.addHost({ clientId: client, name: "web2" });
  state = (await created(plugin, inputs)).outputs;
});
afterAll(() => plugin.close());

const kinds = Object.fromEntries(
  Object.entries(messages.PropertyDiff.Kind).map(([name, value]) => [value, name]),
);

const diff = async (news: WireObject, olds = state, ignoreChanges: string[] = []) => {
  const answer = await plugin.call("diff", diffRequest(olds, news, { ignoreChanges }));
  const detailed: Record<string, string | undefined> = {};
  answer.getDetaileddiffMap().forEach((difference, path) => {
    detailed[path] = kinds[difference.getKind()];
  });
  return {
    some: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
    replaces: answer.getReplacesList(),
    deleteFirst: answer.getDeletebeforereplace(),
    detailed,
  };
};

describe("a detailed diff", () => {
  it.each<[string, WireObject, Record<string, string>]>([
    ["a changed key", { ...inputs.json, php: { version: "8.2" } }, { "json.php.version": "UPDATE" }],
    ["an added key", { ...inputs.json, cache: true }, { "json.cache": "ADD" }],
    ["an item of a list", { ...inputs.json, sites: [{ n: 2 }] }, { "json.sites[0].n": "UPDATE" }],
    ["a key with a dot", { ...inputs.json, "a.b": 2 }, { 'json["a.b"]': "UPDATE" }],
    ["a changed secret", { ...inputs.json, pw: secret("y-secret") }, { "json.pw": "UPDATE" }],
    [
      "a value not known yet",
      { ...inputs.json, php: { version: unknown } },
      { "json.php.version": "UPDATE" },
    ],
    [
      "a removed key",
      { php: { version: "8.1" }, sites: [{ n: 1 }], pw: secret("x-secret") },
      { 'json["a.b"]': "DELETE" },
    ],
  ])("names %s", async (_what, json, detailed) => {
    expect(await diff({ hostId: 1, json })).toEqual({
      some: true,
      replaces: [],
      deleteFirst: true,
      detailed,
    });
  });

  it("is empty where nothing changed", async () => {
    expect(await diff(inputs)).toMatchObject({ some: false, detailed: {} });
  });

  it("says that another id asks for another host, and lets go of the old one last", async () => {
    expect(await diff({ ...inputs, hostId: 2 })).toEqual({
      some: true,
      replaces: ["hostId"],
      deleteFirst: false,
      detailed: { hostId: "UPDATE_REPLACE" },
    });
  });

  it("lets go first only of what a create takes over again, where something else asks for a replacement", async () => {
    const made = { name: "made", clientId: 1, json: { a: 1 } };
    const { outputs } = await created(plugin, made);
    const changed = { ...made, json: { a: 2 } };
    expect(await diff(changed, outputs)).toMatchObject({ replaces: [], deleteFirst: false });
    expect(await diff({ ...changed, ifExists: "adopt" }, outputs)).toMatchObject({ deleteFirst: true });
  });

  it("leaves out what the program ignores", async () => {
    const json = { ...inputs.json, php: { version: "8.2" } };
    expect(await diff({ hostId: 1, json }, state, ["json.php"])).toMatchObject({ some: false, detailed: {} });
  });

  it("says in a preview only, once, that a deployment is due where no input explains the update", async () => {
    plugin.emulator.scriptDeployment(2, { seconds: 10, end: "error" });
    const half = partialFailure(await plugin.failure("create", createRequest({ hostId: 2, json: { a: 1 } })));
    plugin.engine.said.length = 0;
    const unchanged = { some: true, replaces: [], detailed: {} };
    expect(await diff({ hostId: 2, json: { a: 1 } }, half.outputs)).toMatchObject(unchanged);
    expect(plugin.engine.said).toEqual([]);
    const preview = (json: WireObject) =>
      plugin.call("update", updateRequest(half.outputs, { hostId: 2, json }, { id: "2", preview: true }));
    await preview({ a: 1 });
    await preview({ a: 1 });
    expect(plugin.engine.said).toEqual([
      {
        text: 'Host 2 (web2): what is saved has not been published yet (the latest deployment ended in "error"); `pulumi up` deploys it.',
        urn: hostUrn,
        severity: LogSeverity.WARNING,
        ephemeral: false,
      },
    ]);
    expect(await diff({ hostId: 2, json: { a: 2 } }, half.outputs)).toMatchObject({
      detailed: { "json.a": "UPDATE" },
    });
    await preview({ a: 2 });
    expect(plugin.engine.said).toHaveLength(1);
  });

  it("shows no secret in what it says of a deployment that is owed", async () => {
    const news = { name: secret("x-secret-name"), clientId: 1, json: {}, deploy: { onCreate: true } };
    plugin.emulator.faults.add({
      match: { method: "POST", path: "/api/v1/hosts/{id}/deploy" },
      fault: { kind: "status", status: 403 },
    });
    const half = partialFailure(await plugin.failure("create", createRequest(news)));
    plugin.engine.said.length = 0;
    await plugin.call("update", updateRequest(half.outputs, news, { preview: true }));
    expect(plugin.engine.said.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Host \d+ \(\[secret\]\): what is saved has not been published yet/),
    ]);
  });

  it("declares nothing where the answer to a save was lost", async () => {
    const news = { ...inputs, json: { ...inputs.json, php: { version: "8.2" } } };
    const { faults } = plugin.emulator;
    const silent = { kind: "status", status: 500 } as const;
    const lost = [
      faults.add({ match: { method: "POST", path: "/api/v1/hosts/{id}" }, fault: silent }),
      faults.add({ match: { method: "GET", path: "/api/v1/hosts/{id}" }, at: "second", fault: silent }),
    ];
    const request = updateRequest(state, news);
    const half = partialFailure(await plugin.failure("update", request));
    for (const fault of lost) fault.remove();
    expect(await diff(inputs, half.outputs)).toMatchObject({
      some: true,
      detailed: { json: "ADD" },
    });
  });
});
