import { startEmulator, type Emulator } from "../../../emulator";
import { openEngine, type Engine } from "../../../engine/openEngine";
import { openYamlProject, type YamlProject, type YamlRun } from "../../../engine/yamlProject";
import { packageSchema } from "../../../../provider/plugin/schema/packageSchema";
import { startPluginByHand, type PluginByHand } from "../pluginByHand";
import { lostUnknowns } from "./lostUnknowns";
import { detailedDiff, missingPaths } from "./missingPaths";
import { plainSecrets } from "./plainSecrets";
import { partialFailure, type RecordedCall } from "./recordedCall";
import { startRecordingProxy, type RecordingProxy } from "./recordingProxy";
import { textOf, unknown } from "./walk";

jest.setTimeout(300_000);

const required = Object.fromEntries(
  Object.entries(packageSchema().resources).map(([type, spec]) => [type, spec.required ?? []]),
);

const inputs = Object.values(packageSchema().resources).flatMap((spec) => Object.keys(spec.inputProperties));

const hidden = {
  inJson: "hidden-in-json",
  inAdmin: "hidden-in-admin",
  byHand: "hidden-and-changed-by-hand",
  ofMaster: "master-password",
};

let emulator: Emulator;
let engine: Engine;
let plugin: PluginByHand;
let proxy: RecordingProxy;
let project: YamlProject;
let ids: { client: number; web: number; imported: number };

beforeAll(async () => {
  emulator = await startEmulator({ deploySeconds: 0 });
  const client = emulator.addClient();
  ids = {
    client,
    web: emulator.addHost({ clientId: client, name: "web", json: { php: { version: "8.1" } } }),
    imported: emulator.addHost({ clientId: client, name: "imported", json: { owner: "marketing" } }),
  };
  engine = await openEngine();
  plugin = await startPluginByHand(engine.env);
  proxy = await startRecordingProxy(plugin.port);
  const env = { PULUMI_DEBUG_PROVIDERS: `hostconfig:${proxy.port}` };
  project = await openYamlProject({ engine, env, plugin: null });
  await project.pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
  await project.pulumi("config", "set", "--secret", "hostconfig:token", emulator.tokens.admin);
});

afterAll(async () => {
  await project.remove();
  proxy.close();
  plugin.kill();
  await engine.close();
  await emulator.close();
});

const declare = (version: string, web: object = {}, made: object = {}) => {
  const secretly = (value: string) => ({ "fn::secret": value });
  const json = {
    php: { version },
    seen: "${made.fingerprint}",
    database: { password: secretly(hidden.inJson) },
  };
  const call = {
    function: "hostconfig:getHostCredentials",
    arguments: { hostId: ids.imported },
    return: "hostname",
  };
  const triggers = ["${made.fingerprint}", { "fn::invoke": call }];
  const properties = {
    hostId: ids.web,
    json,
    jsonAdmin: { key: hidden.inAdmin },
    deploy: { triggers, pollInterval: 1 },
  };
  return project.declare({
    imported: { type: "hostconfig:Host", properties: { hostId: ids.imported, json: { owner: "marketing" } } },
    made: {
      type: "hostconfig:Host",
      properties: { name: "made", clientId: ids.client, json: { a: 1 }, ...made },
    },
    web: { type: "hostconfig:Host", properties: { ...properties, ...web } },
  });
};

interface Scenario {
  name: string;
  run: () => Promise<YamlRun>;
  /** Whether the run has to fail. */
  fails?: boolean;
  /** What is special about it. */
  expect: (calls: readonly RecordedCall[]) => void;
}

const of = (calls: readonly RecordedCall[], method: string, name = "web") =>
  calls.filter((call) => call.method === method && textOf(call.request.urn).endsWith(`::${name}`));
const pathsOf = (calls: readonly RecordedCall[]) =>
  of(calls, "diff").map(({ answer }) => [...detailedDiff(answer ?? {}).keys()]);
const saidIn = (calls: readonly RecordedCall[]) =>
  calls.filter(({ method }) => method === "log").map(({ request }) => textOf(request.message));

const update = () => project.pulumi("up", "--yes");

/** Each continues where the one before it ended, so all of them run before the first test. */
const scenarios: Scenario[] = [
  {
    name: "an import",
    run: () => {
      const options = ["--yes", "--skip-preview", "--protect=false"];
      return project.pulumi("import", "hostconfig:index:Host", "imported", String(ids.imported), ...options);
    },
    expect: (calls) => {
      expect(of(calls, "read", "imported")[0]?.answer).toMatchObject({
        id: String(ids.imported),
        inputs: { hostId: ids.imported, json: { owner: "marketing" } },
      });
    },
  },
  {
    name: "a create whose inputs are not known in the preview, and a function",
    run: async () => {
      await declare("8.2");
      return update();
    },
    expect: (calls) => {
      const [previewed, created] = of(calls, "create");
      expect(previewed).toMatchObject({
        request: { preview: true },
        answer: { properties: { json: { seen: unknown } } },
      });
      expect(created).toMatchObject({ request: { preview: false }, answer: { id: String(ids.web) } });
      expect(calls.filter(({ method }) => method === "invoke")).toHaveLength(2);
    },
  },
  {
    name: "an update of one key",
    run: async () => {
      await declare("8.3");
      return update();
    },
    expect: (calls) => {
      expect(pathsOf(calls)).toEqual([["json.php.version"], ["json.php.version"]]);
    },
  },
  {
    name: "a refresh after somebody has changed a key and a secret",
    run: () => {
      const database = { password: hidden.byHand };
      emulator.editHost(ids.web, (json) => ({ ...json, php: { version: "7.4" }, database }));
      return project.refresh();
    },
    expect: (calls) => {
      expect(of(calls, "read")[0]?.answer).toMatchObject({ inputs: { json: { php: { version: "7.4" } } } });
      expect(pathsOf(calls)).toEqual([["json.database.password", "json.php.version"]]);
    },
  },
  {
    name: "an update whose deployment fails and prints secrets",
    run: async () => {
      const output = [`password ${hidden.inJson}`, hidden.inAdmin, "E: no such package"];
      emulator.scriptDeployment(ids.web, { end: "error", output });
      await declare("8.4");
      return project.up();
    },
    fails: true,
    expect: (calls) => {
      const [failed] = of(calls, "update");
      expect(failed?.error && partialFailure(failed.error)).toMatchObject({
        id: String(ids.web),
        properties: { json: { php: { version: "8.4" } }, deployment: { status: "error" } },
        reasonsList: [expect.stringContaining("E: no such package")],
      });
      expect(saidIn(calls)).toContain("deploy: 1s: password [secret]");
    },
  },
  {
    name: "the update that makes up for it",
    run: update,
    expect: (calls) => {
      expect(pathsOf(calls)[0]).toEqual([]);
      // Said by the preview alone: in the update it would still stand there when the deployment has ended well.
      const unpublished = saidIn(calls).filter((text) => text.includes("has not been published"));
      expect(unpublished).toEqual([saidIn(calls)[0]]);
    },
  },
  {
    name: "inputs that cannot be used",
    run: async () => {
      const secretly = { "fn::secret": hidden.inJson };
      await declare("8.4", { name: secretly, json: { secretly }, deploy: { pollInterval: 0 } });
      return project.preview();
    },
    fails: true,
    expect: (calls) => {
      expect(of(calls, "check")[0]?.answer?.failuresList).toHaveLength(2);
    },
  },
  {
    name: "a rename, after which others are not known",
    run: async () => {
      await declare("8.4", {}, { name: "renamed" });
      return project.preview();
    },
    expect: (calls) => {
      expect(of(calls, "diff", "made")[0]?.answer).toMatchObject({ replacesList: ["name"] });
      expect(pathsOf(calls)).toEqual([["deploy.triggers[0]", "json.seen"]]);
      expect(of(calls, "update")[0]?.answer).toMatchObject({ properties: { json: { seen: unknown } } });
    },
  },
  {
    name: "a destroy",
    run: () => project.destroy(),
    expect: (calls) => {
      expect(calls.filter(({ method }) => method === "delete")).toHaveLength(3);
      expect(saidIn(calls)).toHaveLength(3);
    },
  },
];

/** The calls of each scenario, by its name. */
const recorded = new Map<string, readonly RecordedCall[]>();

beforeAll(async () => {
  for (const { name, run, fails = false } of scenarios) {
    proxy.take();
    const { ok, output } = await run();
    recorded.set(name, proxy.take());
    if (ok === fails) throw new Error(`${name}: ${output}`);
  }
});

describe.each(scenarios)("the recording of $name", ({ name, expect: expectThese }) => {
  const calls = () => recorded.get(name) ?? [];

  it("has the calls that belong to it", () => {
    expectThese(calls());
  });

  it("shows no secret in plain text, in no property, no message and no error", () => {
    expect(plainSecrets(calls(), [...Object.values(hidden), emulator.tokens.admin])).toEqual([]);
  });

  it("loses nothing of what is not known yet", () => {
    expect(lostUnknowns(calls(), required)).toEqual([]);
  });

  it("names every property that changes or cannot be used", () => {
    expect(missingPaths(calls(), inputs)).toEqual([]);
  });
});
