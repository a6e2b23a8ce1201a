import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { counts, type Run } from "../doors/door";
import { fromCommand } from "../doors/command";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { programFolder, type ModuleKind, type ProgramFolder } from "../engine/programFolder";
import type { StateResource } from "../engine/stackRequest";
import { isFull } from "../full";
import { steps } from "../steps";
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

const moves = [
  ["commonjs", dynamic, plugin],
  ["esm", plugin, dynamic],
] as const;

describe.each(isFull ? moves : [moves[0]])(
  "a program of kind %s that moves from %s to %s and back",
  (kind, first, second) => {
    let emulator: Emulator;
    let engine: Engine;
    let program: ProgramFolder;
    let env: NodeJS.ProcessEnv;
    let source: (module: string) => string;

    beforeAll(async () => {
      emulator = await startEmulator({ deploySeconds: 1 });
      engine = await openEngine();
      const clientId = emulator.addClient();
      const groupId = emulator.addGroup({ clientId, name: "shared", json: {} });
      const hostId = emulator.addHost({ clientId, name: "web1", json: {} });
      source = (module) => sources[kind](module, groupId, hostId);
      program = await programFolder(kind, "");
      const runtime = { name: "nodejs", options: { typescript: false } };
      await writeFile(join(program.folder, "Pulumi.yaml"), JSON.stringify({ name: "program", runtime }));
      env = {
        ...(await pluginOnPath(engine)),
        HOSTCONFIG_BASE_URL: emulator.url,
        HOSTCONFIG_TOKEN: emulator.tokens.admin,
      };
      await pulumi("stack", "init", "dev");
    });

    afterAll(async () => {
      await program.remove();
      await engine.close();
      await emulator.close();
    });

    const pulumi = async (...args: string[]): Promise<Run> =>
      fromCommand(await engine.pulumi(args, { cwd: program.folder, env }));
    const run = (action: string) => pulumi(action, "--yes", "--skip-preview", "--stack", "dev");

    const upWith = async (module: string) => {
      await program.write(source(module));
      return counts(await run("up"));
    };

    const types = async () => {
      const { stdout } = await engine.pulumi(["stack", "export", "--stack", "dev"], {
        cwd: program.folder,
        env,
      });
      const state = JSON.parse(stdout) as { deployment: { resources: StateResource[] } };
      return state.deployment.resources
        .map(({ type }) => type)
        .filter((type) => /hostconfig:(index:)?[A-Z]/.test(type));
    };

    const step = steps("as if it had never moved", () => {
      emulator.clearRequests();
    });

    step("creates every resource", async () => {
      expect(await upWith(first)).toEqual({ created: 3 });
    });

    step("keeps every resource as it is", async () => {
      expect(await upWith(second)).toEqual({ unchanged: 3 });
      expect(await types()).toEqual(["GroupConfig", "Host"].map((type) => `${tokens[second]}${type}`));
      expect(emulator.requests).toEqual([]);
    });

    step("can refresh right after that", async () => {
      expect(counts(await run("refresh"))).toEqual({ unchanged: 3 });
    });

    step("moves back the same way", async () => {
      expect(await upWith(first)).toEqual({ unchanged: 3 });
    });

    step("refreshes and destroys without a write", async () => {
      expect(await run("refresh")).toMatchObject({ ok: true });
      expect(await run("destroy")).toMatchObject({ ok: true });
      expect(emulator.writes()).toEqual([]);
    });
  },
);
