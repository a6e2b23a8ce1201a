import type { Properties } from "../../provider/config/values";
import { HostConfigDynamicProvider } from "../../provider/dynamic/dynamicProvider";
import { type WireObject, fromStruct } from "../../provider/plugin/structs";
import { groupConfigLifecycle, hostLifecycle } from "../../provider/resource/lifecycle";
import { configureRequest, groupType, hostType, startPlugin, type Plugin } from "../plugin/pluginHarness";
import { deleteRequest, diffRequest, readRequest, updateRequest } from "../plugin/requests";
import { secret } from "../plugin/wireText";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import dynamicGroup from "./version1/dynamicGroup.json";
import dynamicHost from "./version1/dynamicHost.json";
import pluginGroup from "./version1/pluginGroup.json";
import pluginHost from "./version1/pluginHost.json";

/*
 * What packages have once written has to stay usable for ever: these states were recorded, one of each resource behind
 * each door, and are never recorded anew.
 */

let plugin: Plugin;
beforeEach(async () => {
  plugin = await startPlugin();
  const { emulator } = plugin;
  const clientId = emulator.addClient();
  emulator.addHost({ clientId, name: "web1", json: { php: { version: "8.2" }, pw: "hunter22" } });
  emulator.addGroup({ clientId, name: "production", json: { before: true, backup: { keep: 14 } } });
  emulator.startDeployment(1);
  emulator.finishDeployment(1);
});
afterEach(() => plugin.close());

const groupInputs = {
  groupId: 1,
  json: { backup: { keep: 14 } },
  ownership: "declared",
  onDestroy: "restore",
  deployHosts: [1],
};

const pluginStates = [
  {
    name: "host",
    type: hostType,
    state: pluginHost as WireObject,
    inputs: {
      hostId: 1,
      json: { php: { version: "8.2" }, pw: secret("hunter22") },
      jsonAdmin: { quota: 5 },
      onDestroy: "restore",
      deploy: { triggers: ["one"], timeout: 600 },
    },
    saved: (held: Plugin["emulator"]) => held.host(1).savedJson,
    changed: { php: { version: "8.3" } },
    restored: { before: true },
  },
  {
    name: "group",
    type: groupType,
    state: pluginGroup as WireObject,
    inputs: groupInputs,
    saved: (held: Plugin["emulator"]) => held.group(1).savedJson,
    changed: { backup: { keep: 7 } },
    restored: { before: true },
  },
];

const { DIFF_NONE } = messages.DiffResponse.DiffChanges;

describe.each(pluginStates)(
  "a $name that the plugin has recorded",
  ({ type, state, inputs, ...expected }) => {
    it("shows no change, and is read as it is", async () => {
      expect((await plugin.call("diff", diffRequest(state, inputs, { type }))).getChanges()).toBe(DIFF_NONE);
      const found = await plugin.call("read", readRequest("1", { type, properties: state, inputs }));
      expect(fromStruct(found.getInputs()).json).toEqual(inputs.json);
      const properties = fromStruct(found.getProperties());
      expect(properties).toMatchObject({ fingerprint: state.fingerprint, __state: state.__state });
      expect((await plugin.call("diff", diffRequest(properties, inputs, { type }))).getChanges()).toBe(
        DIFF_NONE,
      );
    });

    it("is updated and let go", async () => {
      const news = { ...inputs, json: expected.changed };
      const updated = await plugin.call("update", updateRequest(state, news, { type }));
      expect(expected.saved(plugin.emulator)).toMatchObject(expected.changed);
      // The next run of the engine.
      await plugin.call("configure", configureRequest(plugin.emulator));
      await plugin.call("delete", deleteRequest(fromStruct(updated.getProperties()), { type }));
      expect(expected.saved(plugin.emulator)).toEqual(expected.restored);
    });

    it("is let go", async () => {
      await plugin.call("delete", deleteRequest(state, { type }));
      expect(expected.saved(plugin.emulator)).toEqual(expected.restored);
    });
  },
);

const doorKeys = ["__provider", "__urn", "__secrets"];
const dynamicStates = [
  {
    name: "host",
    state: dynamicHost as Properties,
    markedJson: { ...dynamicHost.json, pw: secret("hunter22") },
    inputs: ["hostId", "json", "jsonAdmin", "onDestroy", "deploy"],
    changed: { php: { version: "8.3" } },
    saved: () => plugin.emulator.host(1).savedJson,
  },
  {
    name: "group",
    state: dynamicGroup as Properties,
    markedJson: dynamicGroup.json,
    inputs: ["groupId", "json", "ownership", "onDestroy", "deployHosts", "deploy"],
    changed: { backup: { keep: 7 } },
    saved: () => plugin.emulator.group(1).savedJson,
  },
];

describe.each(dynamicStates)("a $name that the dynamic door has recorded", (recorded) => {
  const { state, markedJson, changed, saved } = recorded;
  const program = Object.fromEntries(
    Object.entries(state).filter(([key]) => [...recorded.inputs, ...doorKeys].includes(key)),
  );
  const door = () => {
    const { emulator } = plugin;
    const given = new Map([
      ["hostconfig:baseUrl", emulator.url],
      ["hostconfig:token", emulator.tokens.admin],
    ]);
    const config = { get: (key: string) => given.get(key), require: (key: string) => given.get(key) ?? "" };
    const provider = new HostConfigDynamicProvider();
    void provider.configure({ config });
    return provider;
  };

  it("shows no change, and is read as it is", async () => {
    expect(await door().diff("1", state, program)).toMatchObject({ changes: false });
    // With `replaceOnChanges: ["*"]`, the engine replaces what ended half-way.
    expect(await door().diff("1", state, program)).toMatchObject({ replaces: [], deleteBeforeReplace: true });
    const found = await door().read("1", state);
    expect(found.inputs).toMatchObject({ json: markedJson });
    expect(found.props).toMatchObject({ fingerprint: state.fingerprint, __provider: state.__provider });
    // The engine opens secrets for the dynamic door.
    const opened = { ...found.props, json: state.json } as Properties;
    expect(await door().diff("1", opened, program)).toMatchObject({ changes: false });
  });

  it("is updated and let go", async () => {
    const updated = await door().update("1", state, { ...program, json: changed });
    expect(saved()).toMatchObject(changed);
    plugin.emulator.finishDeployment(1);
    await door().delete("1", updated.outs as Properties);
    expect(saved()).toEqual({ before: true });
  });
});

describe.each([
  { name: "host", lifecycle: hostLifecycle, state: dynamicHost },
  { name: "group", lifecycle: groupConfigLifecycle, state: dynamicGroup },
])("a $name in a state", ({ lifecycle, state }) => {
  it("of a newer package is not touched, and the error says to install it", () => {
    const newer = { ...state, __state: { ...state.__state, version: 2 } };
    expect(() => lifecycle.diff(newer, state)).toThrow(
      /written by a newer version of pulumi-hostconfig \(its state has version 2, .* up to 1\)\. Install the newer/,
    );
  });

  it("of somebody else's making is not touched, and the error says what to do", () => {
    expect(() => lifecycle.diff({ ...state, __state: undefined }, state)).toThrow(
      /not written by pulumi-hostconfig.*pulumi state delete/,
    );
  });

  it("that is damaged is not touched, and the error names the place", () => {
    const damaged = { ...state, __state: { ...state.__state, key: 5 } };
    expect(() => lifecycle.diff(damaged, state)).toThrow(/damaged at __state\.key: /);
  });
});

describe("the type of a dynamic resource", () => {
  const problems = async (properties: Properties) => {
    const { failures = [] } = await new HostConfigDynamicProvider().check({}, { json: {}, ...properties });
    return failures.map(({ reason }) => reason).join("\n");
  };
  const urn = (type: string) =>
    `urn:pulumi:dev::shop::shop:index:Site$pulumi-nodejs:dynamic/hostconfig:${type}::x`;

  it("is that of its URN, whatever its inputs are", async () => {
    expect(await problems({ __urn: urn("Host"), groupId: 1 })).toContain("groupId: there is no such input");
    expect(await problems({ __urn: urn("GroupConfig"), hostId: 1 })).toContain("groupId is required");
  });

  it("is found by its inputs where a state holds no URN", async () => {
    expect(await problems({ groupId: 1, hostId: 1 })).toContain("hostId: there is no such input");
    expect(await problems({ hostId: 1, wrong: 1 })).toContain("the inputs are hostId, name");
  });
});
