import { startEmulator, type Emulator } from "../../emulator";
import { openEngine, type Engine } from "../../engine/openEngine";
import { openYamlProject, type YamlProject } from "../../engine/yamlProject";
import { steps } from "../../steps";

jest.setTimeout(600_000);

describe("the option import of a host whose program declares only some keys, on the real engine", () => {
  let emulator: Emulator;
  let engine: Engine;
  let project: YamlProject;
  let hostId: number;
  const before = { cache: true, php: { version: "8.1", memory: "1G" } };

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 0 });
    hostId = emulator.addHost({ clientId: emulator.addClient(), name: "shop", json: before });
    engine = await openEngine();
    const env = { HOSTCONFIG_BASE_URL: emulator.url, HOSTCONFIG_TOKEN: emulator.tokens.admin };
    project = await openYamlProject({ engine, env });
    await project.declare({
      shop: {
        type: "hostconfig:Host",
        properties: { hostId, ownership: "declared", json: { php: { version: "8.2" } } },
        options: { import: String(hostId) },
      },
    });
  });

  afterAll(async () => {
    await project.remove();
    await engine.close();
    await emulator.close();
  });

  const step = steps("step by step");

  step("shows in a preview that the other keys stay", async () => {
    const { output, counts } = await project.preview();
    expect(counts).toMatchObject({ "to update": 1 });
    expect(output).toMatch(/~ version: "8.1" => "8.2"/);
    expect(output).not.toMatch(/- (cache|memory)/);
  });

  step("keeps the other keys on the host", async () => {
    expect(await project.up()).toMatchObject({ ok: true, counts: { updated: 1 } });
    expect(emulator.host(hostId).deployedJson).toEqual({
      cache: true,
      php: { version: "8.2", memory: "1G" },
    });
  });

  step("has nothing to do after that", async () => {
    expect((await project.preview()).counts).toEqual({ unchanged: 2 });
  });
});
