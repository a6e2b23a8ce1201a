import { fromStruct, type WireObject, type WireValue } from "../../provider/plugin/structs";
import { created } from "./life";
import { startPlugin, type Plugin } from "./pluginHarness";
import { readRequest } from "./requests";
import { secret } from "./wireText";

let plugin: Plugin;
beforeEach(async () => {
  plugin = await startPlugin();
  plugin.emulator.addHost({ clientId: plugin.emulator.addClient(), name: "web1" });
});
afterEach(() => plugin.close());

const read = async (id: string, properties: WireObject, inputs: WireObject) => {
  const answer = await plugin.call("read", readRequest(id, { properties, inputs }));
  return { outputs: fromStruct(answer.getProperties()), inputs: fromStruct(answer.getInputs()) };
};

const programs: [string, WireObject][] = [
  ["without a secret", { hostId: 1, json: { a: [1, {}], b: { c: null } } }],
  ["that manages no configuration", { hostId: 1 }],
  ["with an admin-level configuration", { hostId: 1, json: {}, jsonAdmin: secret({ k: "adm1n" }) }],
  ["with a secret", { hostId: 1, json: { user: "shop", password: secret("hunter22") } }],
  ["with a secret that is no text", { hostId: 1, json: { user: "shop", pin: secret(123456) } }],
  [
    "with a secret that is repeated",
    { name: "new", clientId: 1, json: { copy: "adm1n" }, yamlAdmin: secret("adm1n") },
  ],
];

/** What a state may look like that another door, a former version or somebody's hand has left. */
const states: [string, (outputs: WireObject) => WireObject][] = [
  ["as it was left", (outputs) => outputs],
  ["without the other door's provider", (outputs) => withoutProvider(outputs)],
  ["with a former provider", (outputs) => ({ ...outputs, __provider: "exports.handler=1" })],
  ["with what only the other door needs", (outputs) => ({ ...outputs, __urn: "urn", __timeouts: {} })],
  [
    "with that, and without its provider",
    (outputs) => ({ ...withoutProvider(outputs), __secrets: [["json"]] }),
  ],
  ["with what is saved in plain text", (outputs) => ({ ...outputs, savedJson: opened(outputs.savedJson) })],
  ["with its memory in plain text", (outputs) => ({ ...outputs, __state: opened(outputs.__state) })],
  [
    "with its memory secret in part",
    (outputs) => ({ ...outputs, __state: { ...opened(outputs.__state), version: secret(1) } }),
  ],
  [
    "with what the program marked in plain text",
    (outputs) => (outputs.json === undefined ? outputs : { ...outputs, json: openedInside(outputs.json) }),
  ],
  [
    "with every mark taken off",
    (outputs) => Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, opened(value)])),
  ],
];

function withoutProvider(outputs: WireObject): WireObject {
  return Object.fromEntries(Object.entries(outputs).filter(([key]) => key !== "__provider"));
}

function opened(value: unknown): WireObject {
  return (value as { value?: WireObject } | undefined)?.value ?? (value as WireObject);
}

function openedInside(value: WireValue): WireValue {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) => opened(member)) as WireValue;
}

describe.each(programs)("a refresh that finds nothing changed, of a host %s,", (_what, program) => {
  it.each(states)("answers with the same marks for a state %s", async (_state, change) => {
    const { id, outputs } = await created(plugin, program);
    const found = await read(id, change(outputs), program);
    expect(found).toEqual({ outputs, inputs: program });
  });
});

describe("inputs that a refresh finds unchanged", () => {
  it("are marked where they are secret whatever the program says", async () => {
    const program = { hostId: 1, json: { a: 1 }, jsonAdmin: { k: "adm1n" } };
    const { outputs } = await created(plugin, program);
    const { inputs } = await read("1", outputs, program);
    expect(inputs).toEqual({ ...program, jsonAdmin: secret({ k: "adm1n" }) });
  });

  it("lose what the other door keeps beside them", async () => {
    const program = { hostId: 1, json: { a: 1 } };
    const { outputs } = await created(plugin, program);
    const { inputs } = await read("1", outputs, { ...program, __provider: "exports.handler=1" });
    expect(inputs).toEqual(program);
  });
});
