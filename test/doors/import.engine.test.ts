import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asShown, contrary, startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { packedPlugin } from "../engine/yamlProject";
import { fromCommand } from "./command";
import { counts } from "./door";
import { steps } from "../steps";
import { isFull } from "../full";

jest.setTimeout(600_000);

/** What a generator of code has to write with care. */
const configuration = {
  php: { version: "8.10", memory_limit: "512M", extensions: ["intl", "redis"] },
  "key with spaces": "${pulumi.stack}",
  "dotted.key": { 'quo"ted': "line one\nline two", "": 0 },
  switch: "off",
  cache: true,
  workers: 4,
  ratio: 0.25,
  released: "2001-01-01",
  none: [],
  env: {},
  nothing: null,
  nested: { nothing: null, kept: [1, null, { nothing: null, kept: true }] },
};

const services = [
  ["as the reference shows it", asShown],
  ["of the contrary readings", contrary],
] as const;

describe.each(isFull ? services : [services[0]])("pulumi import from a service %s", (_name, readings) => {
  let emulator: Emulator;
  let engine: Engine;
  let folder: string;
  let header: string;
  let pasted: string;
  let ids: Record<"web" | "named" | "shared" | "defaults", string>;

  const pulumi = async (...args: string[]) => fromCommand(await engine.pulumi(args, { cwd: folder }));
  const writeProgram = () => writeFile(join(folder, "Pulumi.yaml"), `${header}\nresources:\n${pasted}`);

  beforeAll(async () => {
    emulator = await startEmulator({ readings });
    const clientId = emulator.addClient();
    emulator.addHost({ clientId, name: "web1-old", json: {} });
    const web = emulator.addHost({ clientId, name: "web", json: configuration });
    emulator.addHost({ clientId, name: "web1", json: { webserver: "nginx" } });
    const shared = emulator.addGroup({ clientId, name: "shared", json: configuration });
    emulator.addGroup({ clientId, name: "our defaults", json: { backups: { keep: 7 } } });
    ids = {
      web: `${web}`,
      named: `${clientId}/web1`,
      shared: `${shared}`,
      defaults: `${clientId}/our defaults`,
    };
    engine = await openEngine();
    folder = await mkdtemp(join(tmpdir(), "hostconfig-import-"));
    const plugin = await packedPlugin();
    header = `name: program\nruntime: yaml\nplugins:\n  providers:\n    - name: hostconfig\n      path: ${plugin}`;
    pasted = "";
    await writeFile(join(folder, "Pulumi.yaml"), header);
    await pulumi("stack", "init", "dev");
    await pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
    await pulumi("config", "set", "--secret", "hostconfig:token", emulator.tokens.admin);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await engine.close();
    await emulator.close();
  });

  const step = steps("step by step");

  for (const [what, type, name] of [
    ["a host by its id", "Host", "web"],
    ["a host by its client and name", "Host", "named"],
    ["a group by its id", "GroupConfig", "shared"],
    ["a group by its client and name", "GroupConfig", "defaults"],
  ] as const) {
    step(`takes ${what}, and writes the code for it`, async () => {
      const out = join(folder, `${name}.yaml`);
      const command = ["import", `hostconfig:index:${type}`, name, ids[name]];
      const run = await pulumi(...command, "--yes", "--skip-preview", "--protect=false", "--out", out);
      expect(run).toMatchObject({ ok: true });
      const code = await readFile(out, "utf8");
      expect(code).toMatch(/^resources:\n/);
      pasted += code.replace("resources:\n", "");
    });
  }

  step("generates code that previews no change once it is pasted into the program", async () => {
    await writeProgram();
    const preview = await pulumi("preview", "--diff");
    expect(counts(preview)).toEqual({ unchanged: 5 });
  });

  step("has nothing to do in the first update and in a refresh", async () => {
    expect(counts(await pulumi("up", "--yes", "--skip-preview"))).toEqual({ unchanged: 5 });
    expect(counts(await pulumi("refresh", "--yes", "--skip-preview"))).toEqual({ unchanged: 5 });
    expect(emulator.writes()).toEqual([]);
  });

  step("manages from then on what it has imported", async () => {
    pasted = pasted.replace("webserver: nginx", "webserver: apache");
    await writeProgram();
    const preview = await pulumi("preview", "--diff");
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 4 });
    expect(preview.output).toMatch(/~ webserver *: "nginx" => "apache"/);
  });

  it.each([
    ["999", "resource '999' does not exist"],
    ["1/nobody", "`getHosts` with `search` finds parts of names"],
    ["web1", '"web1" is no id of a host: give its number, such as 12, or its client'],
  ])("tells what is wrong with the id %s", async (id, message) => {
    const run = await pulumi("import", "hostconfig:index:Host", "other", id, "--yes", "--skip-preview");
    expect(run.ok).toBe(false);
    expect(run.output).toContain(message);
  });
});
