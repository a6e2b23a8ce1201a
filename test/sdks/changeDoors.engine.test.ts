import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { programFolder, type ModuleKind, type ProgramFolder } from "../engine/programFolder";
import { openProgramStack } from "../engine/programStack";
import type { StackActions } from "../engine/stackActions";
import { pluginOnPath } from "./pluginOnPath";

jest.setTimeout(180_000);

const sources: Record<ModuleKind, (module: string, groupId: number, hostId: number) => string> = {
  commonjs: (module, groupId, hostId) => `
const { GroupConfig, Host } = require("${module}");
module.exports = async () => {${body(groupId, hostId)}};`,
  esm: (module, groupId, hostId) => `
import { GroupConfig, Host } from "${module}";
export default async () => {${body(groupId, hostId)}};`,
};

const body = (groupId: number, hostId: number) => `
  const shared = new GroupConfig("shared", { groupId: ${groupId}, json: { backups: { keep: 14 } } });
  const web = new Host("web", {
    hostId: ${hostId},
    json: { php: { version: "8.3" } },
    jsonAdmin: { quota: 5 },
    deploy: { pollInterval: 1, triggers: [shared.fingerprint] },
  }, { customTimeouts: { update: "5m" } });
  return { deployed: web.deployment };
`;

const dynamic = "pulumi-hostconfig";
const plugin = "pulumi-hostconfig/plugin";
const tokens = { [dynamic]: "pulumi-nodejs:dynamic/hostconfig:", [plugin]: "hostconfig:index:" };

/** Each test carries on where the one before it ended. */
describe.each([
  ["commonjs", dynamic, plugin],
  ["esm", plugin, dynamic],
] as const)("a program of kind %s that moves from %s to %s and back", (kind, first, second) => {
  let emulator: Emulator;
  let engine: Engine;
  let program: ProgramFolder;
  let stack: StackActions;
  let source: (module: string) => string;

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 1 });
    engine = await openEngine();
    const clientId = emulator.addClient();
    const groupId = emulator.addGroup({ clientId, name: "shared", json: {} });
    const hostId = emulator.addHost({ clientId, name: "web1", json: {} });
    source = (module) => sources[kind](module, groupId, hostId);
    program = await programFolder(kind, source(first));
    const token = { value: emulator.tokens.admin, secret: true };
    const config = { "hostconfig:baseUrl": { value: emulator.url }, "hostconfig:token": token };
    stack = await openProgramStack({ engine, program, config, env: await pluginOnPath(engine) });
    const up = await stack.up();
    expect(up).toMatchObject({ ok: true, changes: { create: 3 } });
  });

  beforeEach(() => {
    emulator.clearRequests();
  });

  afterAll(async () => {
    await stack.close();
    await program.remove();
    await engine.close();
    await emulator.close();
  });

  const move = async (module: string) => {
    await program.write(source(module));
    return stack.up();
  };

  const types = async () =>
    (await stack.resources())
      .map(({ type }) => type)
      .filter((type) => /hostconfig:(index:)?[A-Z]/.test(type));

  it("keeps every resource as it is", async () => {
    expect(await move(second)).toMatchObject({ ok: true, changes: { same: 3 } });
    expect(await types()).toEqual(["GroupConfig", "Host"].map((type) => `${tokens[second]}${type}`));
    expect(emulator.requests).toEqual([]);
  });

  it("can refresh right after that", async () => {
    expect(await stack.refresh()).toMatchObject({ ok: true, changes: { same: 3 } });
  });

  it("moves back the same way", async () => {
    expect(await move(first)).toMatchObject({ ok: true, changes: { same: 3 } });
  });

  it("carries on as if it had never moved", async () => {
    expect(await stack.refresh()).toMatchObject({ ok: true });
    expect(await stack.destroy()).toMatchObject({ ok: true });
    expect(emulator.writes()).toEqual([]);
  });
});
