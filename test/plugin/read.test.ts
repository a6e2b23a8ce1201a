import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { fromStruct } from "../../provider/plugin/structs";
import { created } from "./life";
import { configureRequest, groupType, hostType, startPlugin, type Plugin } from "./pluginHarness";
import { deleteRequest, diffRequest, readRequest } from "./requests";

let plugin: Plugin;
beforeAll(async () => {
  plugin = await startPlugin({ readings: { clientIdOfSingleGroup: "absent", json: "string" } });
  const { emulator } = plugin;
  emulator.addClient();
  emulator.addClient();
  emulator.addHost({ clientId: 1, name: "web1", json: { php: "8.2", list: [], none: null } });
  emulator.addHost({ clientId: 1, name: "web10" });
  emulator.addHost({ clientId: 2, name: "web1" });
  emulator.addHost({ clientId: 2, name: "twin" });
  emulator.addHost({ clientId: 2, name: "twin" });
  emulator.addHost({ clientId: 2, name: "a/b" });
  emulator.addGroup({ clientId: 1, name: "production", json: { a: 1 } });
});
afterAll(() => plugin.close());

const read = async (id: string, type = hostType) => {
  const answer = await plugin.call("read", readRequest(id, { type }));
  return {
    id: answer.getId(),
    inputs: fromStruct(answer.getInputs()),
    outputs: fromStruct(answer.getProperties()),
  };
};

describe("an import", () => {
  it.each([
    ["1", "1"],
    ["1/web1", "1"],
    ["1/web10", "2"],
    ["2/web1", "3"],
    ["2/a/b", "6"],
  ])("of %s finds host %s", async (given, id) => {
    expect((await read(given)).id).toBe(id);
  });

  it("brings inputs that change nothing when they are in the program", async () => {
    const { inputs, outputs } = await read("1/web1");
    // Nothing is lost without a null: it would only stand in every preview.
    expect(inputs).toEqual({ hostId: 1, json: { php: "8.2", list: [] } });
    const diff = await plugin.call("diff", diffRequest(outputs, inputs));
    expect(diff.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
  });

  it("finds a group by its name", async () => {
    const { id, inputs, outputs } = await read("1/production", groupType);
    expect(id).toBe("1");
    expect(inputs).toEqual({ groupId: 1, json: { a: 1 } });
    const diff = await plugin.call("diff", diffRequest(outputs, inputs, { type: groupType }));
    expect(diff.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
  });

  it.each([
    [
      "2/twin",
      hostType,
      'has 2 hosts of exactly the name "twin" of client 2: 4 (client 2), 5 (client 2). Give the id',
    ],
    ["1/nothing", hostType, 'has no host of exactly the name "nothing" of client 1'],
    ["web1", hostType, "give its number, such as 12, or its client's number and its name"],
    ["2/production", groupType, 'has no group of exactly the name "production" of client 2'],
  ])("of %s says what is wrong", async (id, type, reason) => {
    const failure = await plugin.failure("read", readRequest(id, { type }));
    expect(failure.details).toContain(reason);
  });
});

describe("a refresh", () => {
  it("lets go of a host that is gone", async () => {
    const hostId = plugin.emulator.addHost({ clientId: 1, name: "short-lived" });
    const { outputs } = await created(plugin, { hostId, json: {} });
    plugin.emulator.removeHost(hostId);
    const answer = await plugin.call("read", readRequest(String(hostId), { properties: outputs }));
    expect(answer.getId()).toBe("");
    expect(answer.hasProperties()).toBe(false);
  });

  it("fails where the service does", async () => {
    const { outputs } = await read("1");
    plugin.emulator.faults.add({ fault: { kind: "status", status: 403 } });
    const failure = await plugin.failure("read", readRequest("1", { properties: outputs }));
    expect(failure.details).toMatch(/403|access/);
  });
});

describe("a delete", () => {
  it("leaves the host where it is and says so on its line", async () => {
    const { outputs } = await created(plugin, { hostId: 2, json: { a: 1 } });
    // The next run of the engine.
    await plugin.call("configure", configureRequest(plugin.emulator));
    plugin.emulator.clearRequests();
    await plugin.call("delete", deleteRequest(outputs, { id: "2" }));
    expect(plugin.emulator.writes()).toEqual([]);
    expect(plugin.engine.said.at(-1)).toMatchObject({
      ephemeral: false,
      text: "Host 2 (web10) stays on the platform as it is; it is no longer managed here.",
    });
  });
});
