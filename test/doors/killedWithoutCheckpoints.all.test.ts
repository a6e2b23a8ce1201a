import { setTimeout as sleep } from "node:timers/promises";
import { familyOf, signal } from "../interruption/processes";
import type { Declaration } from "./declaration";
import { bothDoors, counts, openScene, type Scene } from "./door";

jest.setTimeout(240_000);

/** Without checkpoints, the state of a killed run is the one from before the run. */
const env = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

describe.each(bothDoors("commonjs"))("$name: a killed run without checkpoints", (door) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(door, { env });
  });

  afterAll(() => scene.close());

  it("leaves nothing that is deployed twice, and nothing that is not deployed", async () => {
    const { emulator } = scene;
    const clientId = emulator.addClient();
    const add = (name: string) => emulator.addHost({ clientId, name, json: {} });
    const ids = { quick: add("quick"), slow: add("slow"), grouped: add("grouped") };
    const groupId = emulator.addGroup({ clientId, name: "shared", json: {} });
    const deploy = { pollInterval: 1 };
    const program = (version: number): Declaration => ({
      quick: { type: "Host", inputs: { hostId: ids.quick, json: { version }, deploy } },
      slow: { type: "Host", inputs: { hostId: ids.slow, json: { version }, deploy } },
      shared: {
        type: "GroupConfig",
        inputs: { groupId, json: { version }, deployHosts: [ids.grouped], deploy },
      },
    });
    await scene.declare(program(1));
    expect(await scene.up()).toMatchObject({ ok: true });
    await sleep(1100);

    await scene.declare(program(2));
    emulator.scriptDeployment(ids.slow, { seconds: 20 });
    const run = scene.startUp();
    const isOver = (id: number) => {
      const { deployments, status } = emulator.host(id);
      return deployments.length === 2 && status === "published";
    };
    while (!isOver(ids.quick) || !isOver(ids.grouped)) await sleep(100);
    await sleep(3000);
    for (const { pid } of await familyOf(run.pid ?? 0)) signal(pid, "SIGKILL");
    await run.ended.catch(() => undefined);
    await scene.cancel();

    expect(await scene.up()).toMatchObject({ ok: true });
    for (const id of Object.values(ids)) {
      expect(emulator.host(id)).toMatchObject({ status: "published" });
      expect(emulator.host(id).deployments).toHaveLength(2);
    }
    expect(emulator.host(ids.slow).deployedJson).toEqual({ version: 2 });
    expect(counts(await scene.up())).toMatchObject({ unchanged: 4 });
  });
});
