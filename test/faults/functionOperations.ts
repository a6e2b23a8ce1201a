import type { JsonObject } from "../../provider/api/json";
import type { Properties } from "../../provider/config/values";
import { functions, type FunctionName } from "../../provider/functions/functions";
import type { Operation, Scene } from "./operation";

/** A call of a function, and a part of what it returns. */
type FunctionCall = [name: FunctionName, args: Properties, returns: object];

// Two clients, hosts web1 to web3 (web2 was deployed), groups production and staging; a page of a list has one item.
const calls: FunctionCall[] = [
  ["getClient", { clientId: 2 }, { clientId: 2, lastname: "Second" }],
  ["getClients", {}, { clients: [{ clientId: 1 }, { clientId: 2 }] }],
  ["getClients", { search: "Second" }, { clients: [{ clientId: 2 }] }],
  ["getHost", { hostId: 2 }, { hostId: 2, json: { web: 2 } }],
  ["getHost", { name: "web3", clientId: 1 }, { hostId: 3, json: { web: 3 } }],
  ["getHosts", {}, { hosts: [{ hostId: 1 }, { hostId: 2 }, { hostId: 3 }] }],
  ["getHosts", { clientId: 1, search: "web" }, { hosts: [{ hostId: 1 }, { hostId: 2 }, { hostId: 3 }] }],
  ["getGroup", { groupId: 1 }, { groupId: 1, json: { keep: 1 } }],
  ["getGroup", { name: "staging" }, { groupId: 2, json: { keep: 2 } }],
  ["getGroup", { name: "staging", clientId: 1 }, { groupId: 2, clientId: 1 }],
  ["getGroups", {}, { groups: [{ groupId: 1 }, { groupId: 2 }] }],
  ["getGroups", { clientId: 1 }, { groups: [{ groupId: 1 }, { groupId: 2 }] }],
  ["getDeployStatus", { hostId: 2 }, { isDeploying: false, status: "published" }],
  ["getDeployStatus", { hostId: 1 }, { isDeploying: false }],
  ["getHostCredentials", { hostId: 1 }, { hostname: "web1" }],
];

/** Every function, called in every way. */
export const functionOperations: readonly Operation[] = calls.map(([name, args, returns]) => ({
  name: `${name} ${JSON.stringify(args)}`,
  prepare: ({ emulator, clock, context }) => {
    const clientId = emulator.addClient();
    emulator.addClient({ lastname: "Second" });
    for (const number of [1, 2, 3])
      emulator.addHost({ clientId, name: `web${number}`, json: { web: number } });
    emulator.addGroup({ clientId, name: "production", json: { keep: 1 } });
    emulator.addGroup({ clientId, name: "staging", json: { keep: 2 } });
    emulator.startDeployment(2);
    clock.advance(60_000);
    emulator.readings.maxPageSize = 1;
    const scene: Scene & { result: JsonObject | undefined } = {
      run: async () => {
        scene.result = undefined;
        scene.result = await functions[name].invoke(context, args);
      },
      goOn: () => scene.run(),
      resources: [],
      result: undefined,
    };
    return Promise.resolve(scene);
  },
  expect: (_platform, { result }) => {
    expect(result).toMatchObject(returns);
  },
}));
