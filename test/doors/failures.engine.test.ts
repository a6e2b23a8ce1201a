import { openEngine } from "../engine/openEngine";
import { Secret, type Declaration } from "./declaration";
import { bothDoors, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const secret = "s3cret-Value-inside-json";
const adminSecret = "s3cret-Value-of-the-admin";

describe.each(bothDoors("esm"))("$name: when something goes wrong", (door) => {
  let scene: Scene;
  let hostId: number;

  const program = (version: string): Declaration => ({
    web: {
      type: "Host",
      inputs: {
        hostId,
        json: { php: { version }, database: { password: new Secret(secret) } },
        jsonAdmin: { key: adminSecret },
        deploy: { pollInterval: 1 },
      },
    },
  });

  beforeAll(async () => {
    scene = await openScene(door);
    const clientId = scene.emulator.addClient();
    hostId = scene.emulator.addHost({ clientId, name: "web1", json: {} });
    await scene.declare(program("8.2"));
    await scene.up();
  });

  afterAll(() => scene.close());

  const starts = () =>
    scene.emulator.requestsTo({ method: "POST", path: "/api/v1/hosts/{id}/deploy" }).length;
  const saves = () => scene.emulator.requestsTo({ method: "POST", path: "/api/v1/hosts/{id}" }).length;

  const step = steps("step by step", () => {
    scene.emulator.clearRequests();
  });

  step("writes the admin-level configuration", () => {
    expect(scene.emulator.host(hostId)).toMatchObject({
      status: "published",
      jsonAdmin: { key: adminSecret },
    });
  });

  step("fails with the last lines of a deployment that ended in error", async () => {
    await scene.declare(program("8.3"));
    const output = ["Installing", `password ${adminSecret}`, `database ${secret}`, "E: no such package"];
    scene.emulator.scriptDeployment(hostId, { seconds: 1, end: "error", output });
    const up = await scene.up();
    expect(up.ok).toBe(false);
    expect(up.output).toContain('Host 1 (web1): the deployment (deploy) ended in "error" after');
    expect(up.output).toContain("E: no such package");
    expect(up.output).toContain("database [secret]");
    expect(up.output).not.toContain(secret);
    expect(up.output).not.toContain(adminSecret);
  });

  step("keeps what was saved in the state and marks the resource as incomplete", async () => {
    const [host] = await scene.resources();
    expect(host?.outputs).toMatchObject({
      json: { php: { version: "8.3" } },
      deployment: { status: "error" },
    });
    expect(host?.initErrors).toHaveLength(1);
  });

  step("reports the failed deployment in a refresh, which does not fail because of it", async () => {
    const refresh = await scene.refresh();
    expect(refresh.ok).toBe(true);
    expect(refresh.output.match(/what is saved has not been published/g)).toHaveLength(1);
    expect(refresh.output).not.toMatch(/[-+] deployment/);
    expect(refresh.output).toContain(
      'what is saved has not been published yet (the latest deployment ended in "error")',
    );
  });

  step("says in a preview, too, why there is an update although no input changed", async () => {
    const preview = await scene.preview();
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 1 });
    expect(preview.output).toContain(
      'Host 1 (web1): what is saved has not been published yet (the latest deployment ended in "error"); `pulumi up` deploys it.',
    );
    expect(preview.output).not.toMatch(/[-+] deployment/);
  });

  step("deploys with the next update, although neither program nor configuration have changed", async () => {
    const up = await scene.up();
    expect(up.ok).toBe(true);
    // What was true before it is not when it ends.
    expect(up.output).not.toContain("has not been published");
    expect([saves(), starts()]).toEqual([0, 1]);
    expect(scene.emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.3" } });
  });

  step("makes no write after that", async () => {
    expect(counts(await scene.up())).toEqual({ unchanged: 2 });
    expect(scene.emulator.writes()).toEqual([]);
  });

  step("stops in the preview at inputs that cannot be used, without showing secrets", async () => {
    const inputs = { hostId, json: { a: new Secret(secret) }, clientId: 1, deploy: { pollInterval: 0 } };
    await scene.declare({ web: { type: "Host", inputs } });
    const preview = await scene.preview();
    expect(preview.ok).toBe(false);
    expect(preview.output).toContain("clientId counts only when a host is created");
    expect(preview.output).toContain("deploy.pollInterval");
    expect(preview.output).not.toContain(secret);
  });

  step("writes no secret in plain text, on the screen or on the disk", async () => {
    await scene.declare(program("8.3"));
    scene.emulator.editHost(hostId, (json) => ({ ...json, database: { password: `${secret}-changed` } }));
    const shown = [await scene.refresh(), await scene.preview(), await scene.up()];
    const everything = [await scene.written(), ...shown.map(({ output }) => output)].join("\n");
    for (const hidden of [secret, adminSecret, scene.emulator.tokens.admin]) {
      expect(everything.includes(hidden)).toBe(false);
    }
  });
});

describe.each(bothDoors("esm"))("$name: without the provider's configuration", (door) => {
  it("stops in the preview with one error that names keys, variables and commands", async () => {
    const engine = await openEngine();
    const program = await door.open({ engine, config: {} });
    try {
      await program.declare({
        first: { type: "Host", inputs: { hostId: 1 } },
        second: { type: "Host", inputs: { hostId: 2 } },
      });
      const preview = await program.preview();
      expect(preview.ok).toBe(false);
      expect(preview.output.match(/pulumi config set hostconfig:baseUrl/g)).toHaveLength(1);
      expect(preview.output).toContain("HOSTCONFIG_TOKEN");
    } finally {
      await program.close();
      await engine.close();
    }
  });
});
