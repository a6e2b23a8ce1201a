import type { Declaration } from "./declaration";
import { bothDoors, openScene, type Scene } from "./door";

jest.setTimeout(240_000);

/** What becomes of changes that others make, and of keys that others keep, on the real engine. */
describe.each(bothDoors("commonjs"))("$name: what others keep and change", (door) => {
  let scene: Scene;
  const host = (inputs: Declaration[string]["inputs"]): Declaration => ({ web: { type: "Host", inputs } });

  beforeAll(async () => {
    scene = await openScene(door, {}, { onConflict: undefined });
  });

  afterAll(() => scene.close());

  it("keeps the keys of resources that share a host, whatever runs at the same time", async () => {
    const { emulator } = scene;
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "shared", json: { theirs: 1 } });
    const latency = emulator.faults.add({ at: "every", fault: { kind: "latency", ms: 100 } });
    const keys = ["a", "b", "c"];
    const program = (value: number): Declaration =>
      Object.fromEntries(
        keys.map((key) => [
          key,
          {
            type: "Host",
            inputs: {
              hostId,
              ownership: "declared",
              json: { [key]: value },
              onDestroy: "restore",
              deploy: { pollInterval: 1 },
            },
          },
        ]),
      );
    for (const value of [1, 2]) {
      await scene.declare(program(value));
      expect(await scene.up()).toMatchObject({ ok: true });
      expect(emulator.host(hostId).savedJson).toEqual({ theirs: 1, a: value, b: value, c: value });
    }
    expect((await scene.destroy()).ok).toBe(true);
    latency.remove();
    expect(emulator.host(hostId)).toMatchObject({ savedJson: { theirs: 1 }, deployedJson: { theirs: 1 } });
  });

  it("refuses an adoption that would remove keys, names them, and goes on when it is asked to", async () => {
    const { emulator } = scene;
    const json = { a: 1, cron: { daily: true }, "App\\": 1 };
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "kept", json });
    await scene.declare(host({ hostId, json: { a: 2 } }));
    const refused = await scene.up();
    expect(refused.ok).toBe(false);
    expect(refused.output).toContain(
      "adopting its configuration would remove keys that the program does not name: json.cron",
    );
    expect(emulator.host(hostId).savedJson).toEqual(json);
    expect(emulator.writes().filter(({ path }) => path.startsWith(`/api/v1/hosts/${hostId}`))).toEqual([]);
    await scene.declare(host({ hostId, json: { a: 2 }, onConflict: "overwrite" }));
    expect(await scene.up()).toMatchObject({ ok: true });
    expect(emulator.host(hostId).savedJson).toEqual({ a: 2 });
    await scene.destroy();
  });

  it("reports what an update overwrites, or saves nothing", async () => {
    const { emulator } = scene;
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "edited", json: { a: 1, b: 1 } });
    await scene.declare(host({ hostId, json: { a: 1, b: 1 } }));
    expect(await scene.up()).toMatchObject({ ok: true });
    emulator.editHost(hostId, (json) => ({ ...json, b: 2, added: "theirs" }));
    await scene.declare(host({ hostId, json: { a: 2, b: 1 }, onConflict: "fail" }));
    const failed = await scene.up();
    expect(failed.ok).toBe(false);
    expect(failed.output).toContain('json.b: 2 => 1, json.added: "theirs" => (none)');
    expect(emulator.host(hostId).savedJson).toEqual({ a: 1, b: 2, added: "theirs" });
    await scene.declare(host({ hostId, json: { a: 2, b: 1 } }));
    const up = await scene.up();
    expect(up.ok).toBe(true);
    expect(up.output).toContain("the save overwrote changes that were made outside Pulumi: json.b: 2 => 1");
    expect(emulator.host(hostId).savedJson).toEqual({ a: 2, b: 1 });
    await scene.destroy();
  });

  it("keeps both parts of a resource that is split in two, and what others changed of a third one's keys", async () => {
    const { emulator } = scene;
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "split" });
    const part = (json: Declaration[string]["inputs"]): Declaration[string] => ({
      type: "Host",
      inputs: { hostId, json, ownership: "declared", onDestroy: "restore", onConflict: "fail" },
    });
    await scene.declare({ all: part({ a: 1, b: 1 }), third: part({ c: 1 }) });
    expect(await scene.up()).toMatchObject({ ok: true });
    await scene.declare({ one: part({ a: 2 }), two: part({ b: 2 }), third: part({ c: 1 }) });
    expect(await scene.up()).toMatchObject({ ok: true });
    expect(emulator.host(hostId)).toMatchObject({ deployedJson: { a: 2, b: 2, c: 1 } });
    emulator.editHost(hostId, (json) => ({ ...json, c: "theirs" }));
    await scene.declare({ one: part({ a: 3 }), two: part({ b: 2 }) });
    const refused = await scene.up();
    expect(refused.ok).toBe(false);
    expect(refused.output).toContain('json.c: "theirs" => (none)');
    expect(emulator.host(hostId).savedJson).toEqual({ a: 3, b: 2, c: "theirs" });
    expect((await scene.refresh()).ok).toBe(true);
    expect((await scene.destroy()).ok).toBe(true);
    expect(emulator.host(hostId)).toMatchObject({ savedJson: {}, deployedJson: {} });
  });

  it("reports a key that somebody adds after the first save of a host that was adopted as it is", async () => {
    const { emulator } = scene;
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "as it is", json: { a: 1 } });
    for (const a of [1, 2]) {
      await scene.declare(host({ hostId, json: { a } }));
      expect(await scene.up()).toMatchObject({ ok: true });
    }
    emulator.editHost(hostId, (json) => ({ ...json, cron: "daily" }));
    await scene.declare(host({ hostId, json: { a: 3 } }));
    expect((await scene.up()).output).toContain('outside Pulumi: json.cron: "daily" => (none)');
    await scene.destroy();
  });

  it("refuses a first json, and ownership that becomes whole, as an adoption", async () => {
    const { emulator } = scene;
    const json = { a: 1, b: 1, c: 1 };
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "later", json });
    const programs = [{ hostId }, { hostId, ownership: "declared", json: { a: 1 } }];
    for (const first of programs) {
      await scene.declare(host(first));
      expect(await scene.up()).toMatchObject({ ok: true });
      await scene.declare(host({ hostId, json: { a: 2 } }));
      const preview = await scene.preview();
      // The engine hands over the keys of an object in any order.
      expect(preview.output).toMatch(/json\.b, json\.c|json\.c, json\.b/);
      expect(preview.ok).toBe(false);
      expect((await scene.up()).ok).toBe(false);
      expect(emulator.host(hostId).savedJson).toEqual(json);
    }
    await scene.destroy();
  });
});
