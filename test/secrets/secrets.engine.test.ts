import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Reference, Secret, type Calls, type Declaration } from "../doors/declaration";
import { eitherDoor, type DoorProgram, type Run } from "../doors/door";
import { Gate, startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { familyOf } from "../interruption/processes";
import { withoutEngineLog } from "./engineLog";
import { findMarks, mark, type Find } from "./marks";
import { verboseCli, verbosityVariable } from "./verboseCli";
import { steps } from "../steps";

jest.setTimeout(600_000);

const secrets = {
  token: mark("Token"),
  json: mark("Json"),
  key: mark("Key"),
  next: mark("Next"),
  admin: mark("Admin"),
  yamlAdmin: mark("Yaml"),
  credential: mark("Credential"),
};
const all = Object.values(secrets);

const quoted = (password: string) => `${password} "quoted"`;
const key = `-----BEGIN-----\n${secrets.key.core}\n-----END-----`;

/** A job that prints its environment: each secret of the host on a line, in JSON, in a URL, a key line by line. */
const chatter = (password: string, other: string) => [
  `password=${quoted(password)}`,
  JSON.stringify({ other, password: quoted(password) }),
  `mysql://root:${encodeURIComponent(quoted(password))}@db`,
  ...key.split("\n"),
];
const webChatter = (password: string) => chatter(password, secrets.admin.core);
const madeChatter = (password: string) => chatter(password, secrets.yamlAdmin.core);
/** The service repeats everything that it was sent, the token included. */
const gossip = {
  error: [...webChatter(secrets.next.core), `Bearer ${secrets.token.core}`].join("; "),
  errors: { json: webChatter(secrets.next.core) },
};

/** Everything that a provider and an engine say when they are asked to say everything. */
const talkative = {
  NODE_DEBUG: "undici,http,net,tls,fetch",
  // Without these there are no events and no plans.
  PULUMI_DEBUG_COMMANDS: "true",
  PULUMI_EXPERIMENTAL: "true",
};

/** And what Pulumi says of a Node.js program, with every value that it registers: secrets opened. */
const everything = {
  [verbosityVariable]: "9",
  HOSTCONFIG_TEST_DEBUG: "--debug",
  GRPC_VERBOSITY: "DEBUG",
  GRPC_TRACE: "all",
};

/** Each step looks at everything that was written since the first one. */
describe.each(eitherDoor("commonjs"))("$name: no secret shows", (door) => {
  /** The highest verbosity at which the engine's own log shows no secret. */
  const clean = door.wholeProtocol ? "6" : "2";
  let emulator: Emulator;
  let engine: Engine;
  let program: DoorProgram;
  let folder: string;
  let ids: { client: number; web: number };

  const declaration = (password: string, version = 1): Declaration => {
    const json = { version, database: { password: new Secret(quoted(password)) }, key: new Secret(key) };
    const deploy = { pollInterval: 1, onCreate: true };
    const jsonAdmin = { license: secrets.admin.core };
    return {
      web: { type: "Host", inputs: { hostId: ids.web, json, jsonAdmin, deploy, onDestroy: "restore" } },
      made: {
        type: "Host",
        inputs: {
          name: "made",
          clientId: ids.client,
          json,
          yamlAdmin: `a: ${secrets.yamlAdmin.core}`,
          deploy,
        },
      },
    };
  };
  const calls: Calls = {
    credentials: { function: "getHostCredentials", args: { hostId: new Reference("web", "hostId") } },
    host: { function: "getHost", args: { hostId: new Reference("web", "hostId") } },
  };

  beforeAll(async () => {
    // Further deployments print nothing: a secret that was replaced is known to nobody any more.
    emulator = await startEmulator({ deploySeconds: 1, deployOutput: [] });
    emulator.addToken({ access: "admin", token: secrets.token.core });
    emulator.addToken({ access: "client", token: `${secrets.token.core}-of-client`, clientId: 1 });
    const client = emulator.addClient();
    const credentials = { master_user: { user: "root", password: secrets.credential.core } };
    ids = { client, web: emulator.addHost({ clientId: client, name: "web", credentials }) };
    folder = await mkdtemp(join(tmpdir(), "hostconfig-secrets-"));
    await mkdir(join(folder, "tmp"));
    engine = await openEngine(await verboseCli(folder));
    Object.assign(engine.env, talkative, { TMPDIR: join(folder, "tmp") });
    Object.assign(engine.env, door.wholeProtocol ? everything : { [verbosityVariable]: clean });
    program = await door.open({ engine, config: { baseUrl: emulator.url, token: secrets.token.core } });
  });

  afterAll(async () => {
    await program.close();
    await engine.close();
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  const made = () => emulator.hostIds().find((id) => emulator.host(id).name === "made") ?? 0;

  /** Where a secret shows in what a run printed, or in any file that was written until now. */
  const leaks = async (...runs: Run[]): Promise<Find[]> => {
    const files = [...(await filesBelow(folder)), ...(await filesBelow(engine.folder))];
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(file, "latin1").catch(() => "")] as const),
    );
    const printed = runs.map(({ output }) => ["the output", withoutEngineLog(output)] as const);
    return [...printed, ...texts].flatMap(([where, text]) => findMarks(all, where, text));
  };

  const step = steps("in anything that a life writes", () => {
    emulator.faults.clear();
  });

  step("in a preview, its plan and its events", async () => {
    await program.declare(declaration(secrets.json.core), calls);
    const preview = await program.preview();
    expect(preview).toMatchObject({ ok: true });
    expect(await leaks(preview)).toEqual([]);
    const written = (await filesBelow(join(folder, "kept"))).map(
      (file) => /(\w+)-\d+\.json$/.exec(file)?.[1],
    );
    expect(written).toContain("plan");
  });

  step(
    "in an update that adopts and creates, whose job prints them, and in no process while it runs",
    async () => {
      emulator.scriptDeployment(ids.web, { seconds: 1, output: webChatter(secrets.json.core) });
      const gate = new Gate();
      const match = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
      emulator.faults.add({ match, fault: { kind: "hold", gate } });
      const scripted = emulator.onRequest({ ...match, moment: "arrived" }, () => {
        if (made() !== 0)
          emulator.scriptDeployment(made(), { seconds: 1, output: madeChatter(secrets.json.core) });
        if (made() !== 0) scripted();
      });
      const { ended, pid } = program.startUp();
      await Promise.race([gate.reached, ended]);
      // The tool that runs the program is the test's own, and gets its configuration as an argument.
      const family = (await familyOf(pid ?? 0)).filter(({ command }) => !command.includes("drive.cjs"));
      gate.open();
      const up = await ended;
      expect(up).toMatchObject({ ok: true });
      expect(up.output).toContain("[secret]");
      expect(family.some(({ command }) => command.includes("pulumi-resource-"))).toBe(true);
      expect(family.flatMap(({ command }) => findMarks(all, "a command line", command))).toEqual([]);
      expect(await leaks(up)).toEqual([]);
    },
  );

  step("where the deployment fails", async () => {
    await program.declare(declaration(secrets.next.core), calls);
    const output = [...webChatter(secrets.next.core), ...webChatter(secrets.json.core)];
    emulator.scriptDeployment(ids.web, { seconds: 1, end: "error", output });
    emulator.scriptDeployment(made(), { seconds: 1, output: madeChatter(secrets.next.core) });
    const up = await program.up();
    expect([up.ok, up.output.includes('ended in "error"')]).toEqual([false, true]);
    expect(await leaks(up)).toEqual([]);
  });

  for (const status of [400, 403, 422, 500]) {
    step(`where a save is answered ${status} and everything it sent`, async () => {
      const match = { method: "POST", path: `/api/v1/hosts/${ids.web}` };
      emulator.faults.add({ match, at: "every", fault: { kind: "status", status, body: gossip } });
      await program.declare(declaration(secrets.next.core, status), calls);
      const up = await program.up();
      expect([up.ok, up.output.includes(`answered ${status}`)]).toEqual([false, true]);
      expect(await leaks(up)).toEqual([]);
    });
  }

  step("in a refresh that finds a change, and in the update that takes it back", async () => {
    emulator.editHost(ids.web, (json) => ({ ...json, cache: true }));
    const runs = [await program.refresh(), await program.up()];
    expect(runs.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await leaks(...runs)).toEqual([]);
  });

  step(
    "where a client-access token must not write the admin-level configuration, which is said clearly",
    async () => {
      await program.configure({ token: `${secrets.token.core}-of-client` });
      await program.declare({
        web: {
          type: "Host",
          inputs: {
            hostId: ids.web,
            jsonAdmin: { license: `${secrets.admin.core}-2` },
            deploy: { pollInterval: 1 },
          },
        },
      });
      const up = await program.up();
      expect(up.ok).toBe(false);
      expect(up.output).toContain("`jsonAdmin` need an admin-access token");
      expect(await leaks(up)).toEqual([]);
      await program.configure({ token: secrets.token.core });
    },
  );

  step(`in the engine's own log either, up to -v=${clean}`, async () => {
    const before = engine.env[verbosityVariable];
    Object.assign(engine.env, { [verbosityVariable]: clean });
    await program.declare(declaration(secrets.next.core, 2), calls);
    const up = await program.up();
    Object.assign(engine.env, { [verbosityVariable]: before });
    expect(up).toMatchObject({ ok: true });
    expect(findMarks(all, "the output", up.output)).toEqual([]);
  });

  step("in a destroy that restores", async () => {
    await program.declare(declaration(secrets.next.core), calls);
    const runs = [await program.up(), await program.destroy()];
    expect(runs.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await leaks(...runs)).toEqual([]);
  });
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
