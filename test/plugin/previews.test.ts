import { fromStruct, type WireObject } from "../../provider/plugin/structs";
import { created, partialFailure } from "./life";
import { groupType, startPlugin, type Plugin } from "./pluginHarness";
import { createRequest, updateRequest } from "./requests";
import { secret, unknown } from "./wireText";

let plugin: Plugin;
beforeAll(async () => {
  plugin = await startPlugin();
  const client = plugin.emulator.addClient();
  plugin.emulator.addHost({ clientId: client, name: "web1" });
  plugin.emulator.addGroup({ clientId: client, name: "production" });
});
afterEach(() => {
  plugin.emulator.clearRequests();
});
afterAll(() => plugin.close());

const previewCreate = async (inputs: WireObject, type?: string) => {
  const about = type === undefined ? {} : { type };
  const answer = await plugin.call("create", createRequest(inputs, { ...about, preview: true }));
  return { id: answer.getId(), outputs: fromStruct(answer.getProperties()) };
};

describe("the preview of a create", () => {
  it("knows the inputs and the id of a host that is adopted, and reaches no service", async () => {
    const inputs = { hostId: 1, json: { a: secret("x"), b: unknown } };
    expect(await previewCreate(inputs)).toEqual({
      id: "1",
      outputs: {
        ...inputs,
        __provider: expect.any(String) as string,
        name: unknown,
        clientId: unknown,
        active: unknown,
        savedJson: secret(unknown),
        fingerprint: unknown,
        createdAt: unknown,
        updatedAt: unknown,
        deployment: unknown,
      },
    });
    expect(plugin.emulator.requests).toEqual([]);
  });

  it("knows name and client of a host that is made, and not its id", async () => {
    const { id, outputs } = await previewCreate({ name: "new", clientId: 1 });
    expect(id).toBe("");
    expect(outputs).toMatchObject({ name: "new", clientId: 1, hostId: unknown });
  });

  it("does not know a group's id where the program does not yet", async () => {
    const { id, outputs } = await previewCreate({ groupId: unknown, json: unknown }, groupType);
    expect(id).toBe("");
    expect(outputs).toMatchObject({ groupId: unknown, json: unknown, deployments: unknown });
  });
});

describe("the preview of an update", () => {
  const inputs = { hostId: 1, json: { a: 1 } };
  let olds: WireObject;
  beforeAll(async () => {
    olds = (await created(plugin, inputs)).outputs;
  });
  const previewUpdate = async (news: WireObject) => {
    plugin.emulator.clearRequests();
    const answer = await plugin.call("update", updateRequest(olds, news, { preview: true }));
    expect(plugin.emulator.requests).toEqual([]);
    const outputs = fromStruct(answer.getProperties());
    const unknowns = Object.keys(outputs).filter((key) => outputs[key] === unknown);
    return { outputs, unknowns: unknowns.sort() };
  };

  it("does not know what a save and a deployment change", async () => {
    const { outputs, unknowns } = await previewUpdate({ hostId: 1, json: { a: 2 } });
    expect(unknowns).toEqual(["deployment", "fingerprint", "updatedAt"]);
    expect(outputs).toMatchObject({ hostId: 1, name: "web1", json: { a: 2 }, createdAt: olds.createdAt });
  });

  it("knows the deployment where none follows", async () => {
    const { unknowns } = await previewUpdate({ hostId: 1, json: { a: 2 }, deploy: { onUpdate: false } });
    expect(unknowns).toEqual(["fingerprint", "updatedAt"]);
  });

  it("knows the fingerprint where only a trigger changed", async () => {
    const { outputs, unknowns } = await previewUpdate({ ...inputs, deploy: { triggers: [unknown] } });
    expect(unknowns).toEqual(["deployment"]);
    expect(outputs.fingerprint).toBe(olds.fingerprint);
    expect(outputs.deploy).toEqual({ triggers: [unknown] });
  });

  it("does not know the deployment where one is owed", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "error" });
    const news = { ...inputs, deploy: { triggers: ["again"] } };
    const failed = await plugin.failure("update", updateRequest(olds, news));
    const answer = await plugin.call(
      "update",
      updateRequest(partialFailure(failed).outputs, news, { preview: true }),
    );
    const outputs = fromStruct(answer.getProperties());
    expect(outputs).toMatchObject({ deployment: unknown, fingerprint: olds.fingerprint });
  });

  it("knows everything where no request is to be made", async () => {
    expect((await previewUpdate({ ...inputs, onDestroy: "restore" })).unknowns).toEqual([]);
  });
});
