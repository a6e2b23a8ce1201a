import { delimiter, join } from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { openEngine, type Engine } from "../../engine/openEngine";
import { openYamlProject, packedPlugin, type YamlProject } from "../../engine/yamlProject";
import { startPluginByHand, type PluginByHand } from "./pluginByHand";
import { steps } from "../../steps";

jest.setTimeout(600_000);

let emulator: Emulator;
let engine: Engine;
/** The folder with the executable, in the packed package. */
let executables: string;
let hostId: number;

beforeAll(async () => {
  emulator = await startEmulator({ deploySeconds: 0 });
  hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web", json: {} });
  engine = await openEngine();
  executables = await packedPlugin();
});

beforeEach(() => {
  emulator.clearRequests();
});

afterAll(async () => {
  await engine.close();
  await emulator.close();
});

const open = (
  name: string,
  plugin: string | null,
  env: Record<string, string> = {},
): Promise<YamlProject> => {
  const account = { HOSTCONFIG_BASE_URL: emulator.url, HOSTCONFIG_TOKEN: emulator.tokens.admin };
  return openYamlProject({ engine, name, plugin, env: { ...account, ...env } });
};

const host = (version: string) => ({
  web: {
    type: "hostconfig:Host",
    properties: { hostId, json: { version }, deploy: { pollInterval: 1 } },
  },
});

const ways: [string, string, (name: string) => Promise<YamlProject>][] = [
  ["from the folder of the executable, named in the project", "folder", (name) => open(name, executables)],
  [
    "from the executable on PATH",
    "path",
    (name) => open(name, null, { PATH: [executables, engine.env.PATH].join(delimiter) }),
  ],
  [
    "from the top folder of the package, by its PulumiPlugin.yaml",
    "package",
    (name) => open(name, join(executables, "..", "..")),
  ],
];

describe.each(ways)("the engine starts the plugin %s", (_way, name, openThisWay) => {
  it("for an update and a destroy", async () => {
    const project = await openThisWay(name);
    try {
      await project.declare(host(name));
      const up = await project.up();
      expect(up).toMatchObject({ ok: true, counts: { created: 2 } });
      expect(up.output).toMatch(/Host web creating .*deploy: starting/);
      expect(emulator.host(hostId).deployedJson).toEqual({ version: name });
      expect(await project.destroy()).toMatchObject({ ok: true, counts: { deleted: 2 } });
    } finally {
      await project.remove();
    }
  });
});

describe("a plugin that was started by hand, named in PULUMI_DEBUG_PROVIDERS", () => {
  let started: PluginByHand;
  let project: YamlProject;

  beforeAll(async () => {
    started = await startPluginByHand(engine.env);
    project = await open("debug", null, { PULUMI_DEBUG_PROVIDERS: `hostconfig:${started.port}` });
    // The environment of its engine does not reach it.
    await project.pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
    await project.pulumi("config", "set", "--secret", "hostconfig:token", emulator.tokens.admin);
  });

  afterAll(async () => {
    await project.remove();
    started.kill();
  });

  const step = steps("step by step");

  step("serves an engine that attaches, and shows progress on the resource's line", async () => {
    await project.declare(host("attached"));
    const up = await project.up();
    expect(up).toMatchObject({ ok: true, counts: { created: 2 } });
    expect(up.output).toMatch(/Host web creating .*deploy: starting/);
    expect(emulator.host(hostId).deployedJson).toEqual({ version: "attached" });
  });

  step("serves the next engine as well, although the first one is gone", async () => {
    await project.declare(host("attached again"));
    const up = await project.up();
    expect(up).toMatchObject({ ok: true, counts: { updated: 1, unchanged: 1 } });
    expect(up.output).toMatch(/Host web updating .*deploy: starting/);
    expect(started.exitCode).toBeNull();
  });

  step("ends when it is interrupted", async () => {
    expect(await started.interrupt()).toEqual([0, null]);
  });
});
