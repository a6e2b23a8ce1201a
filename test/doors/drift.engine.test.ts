import { Secret, type Declaration } from "./declaration";
import { eitherDoor, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const secrets = { host: "s3cret-of-the-host", group: "s3cret-of-the-group" };

describe.each(eitherDoor("esm"))("$name: drift", (door) => {
  let scene: Scene;
  let hostId: number;
  let groupId: number;

  const program = (version: string): Declaration => ({
    web: {
      type: "Host",
      inputs: {
        hostId,
        json: { php: { version }, database: { user: "shop", password: new Secret(secrets.host) } },
        deploy: { pollInterval: 1 },
      },
    },
    shared: {
      type: "GroupConfig",
      inputs: { groupId, json: { cache: true, key: new Secret(secrets.group) } },
    },
  });

  beforeAll(async () => {
    scene = await openScene(door);
    const clientId = scene.emulator.addClient();
    hostId = scene.emulator.addHost({ clientId, name: "web1", json: {} });
    groupId = scene.emulator.addGroup({ clientId, name: "all", json: {} });
    await scene.declare(program("8.3"));
    await scene.up();
  });

  afterAll(() => scene.close());

  const changedByHand = () => {
    scene.emulator.editHost(hostId, (json) => ({
      ...json,
      php: { version: "7.4" },
      database: { user: "shop", password: "by-hand" },
      note: `Bearer ${scene.emulator.tokens.admin}`,
    }));
    scene.emulator.editGroup(groupId, (json) => ({ ...json, cache: false, key: "by-hand" }));
  };

  const expectFound = async () => {
    const { status, stdout, stderr } = await scene.drift();
    expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
    expect(stdout).toContain('json.php.version:        "8.3" → "7.4"');
    expect(stdout).toContain("json.database.password:  [secret] → [secret]");
    expect(stdout).toContain("json.cache:  true → false");
    expect(stdout).toContain("json.key:    [secret] → [secret]");
    expect(stdout).toMatch(/json\.note: +\(none\) → \[secret\]/);
    expect(stdout).not.toMatch(/by-hand|s3cret/);
    expect(stdout).not.toContain(scene.emulator.tokens.admin);
  };

  const step = steps("step by step");

  step("is none after an up", async () => {
    expect(await scene.drift()).toMatchObject({
      status: 0,
      stdout: "Nothing was changed by hand: 2 resources compared\n",
    });
  });

  step("is found, secrets among other values included, and again after refreshes", async () => {
    changedByHand();
    await expectFound();
    for (let count = 0; count < 2; count += 1) {
      expect(await scene.refresh()).toMatchObject({ ok: true });
      await expectFound();
    }
  });

  step("writes no secret in plain text", async () => {
    const written = await scene.written();
    for (const secret of [secrets.host, secrets.group]) expect(written).not.toContain(secret);
  });

  step("is none once an up has put the values back", async () => {
    expect(await scene.up()).toMatchObject({ ok: true });
    expect(await scene.drift()).toMatchObject({ status: 0 });
    expect(scene.emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.3" } });
  });

  step("is told apart from what an up has saved and not published", async () => {
    scene.emulator.scriptDeployment(hostId, { seconds: 1, end: "error" });
    await scene.declare(program("8.4"));
    expect(await scene.up()).toMatchObject({ ok: false });
    const { status, stdout } = await scene.drift();
    expect(status).toBe(4);
    expect(stdout).toContain('resource "web"; the latest deployment ended in "error"');
  });
});
