import type { Declaration } from "./declaration";
import { eitherDoor, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(eitherDoor("esm"))("$name: ignoreChanges", (door) => {
  let scene: Scene;
  let ids: { whole: number; oneKey: number };

  const program = (version: string, cache: boolean): Declaration => {
    const json = { php: { version, memory: "1G" }, cache };
    const deploy = { pollInterval: 1 };
    return {
      whole: {
        type: "Host",
        inputs: { hostId: ids.whole, json, deploy },
        options: { ignoreChanges: ["json"] },
      },
      oneKey: {
        type: "Host",
        inputs: { hostId: ids.oneKey, json, deploy },
        options: { ignoreChanges: ["json.php.version"] },
      },
    };
  };

  beforeAll(async () => {
    scene = await openScene(door);
    const clientId = scene.emulator.addClient();
    const add = (name: string) => scene.emulator.addHost({ clientId, name, json: {} });
    ids = { whole: add("whole"), oneKey: add("one-key") };
    await scene.declare(program("8.2", true));
    expect(await scene.up()).toMatchObject({ ok: true });
  });

  afterAll(() => scene.close());

  const step = steps("step by step", () => {
    scene.emulator.clearRequests();
  });

  step("saves the first configuration of a resource all the same", () => {
    for (const id of Object.values(ids)) {
      expect(scene.emulator.host(id).deployedJson).toEqual({
        php: { version: "8.2", memory: "1G" },
        cache: true,
      });
    }
  });

  step("sees no change in what it ignores", async () => {
    await scene.declare(program("8.3", true));
    expect(counts(await scene.preview())).toEqual({ unchanged: 3 });
    expect(counts(await scene.up())).toEqual({ unchanged: 3 });
    expect(scene.emulator.requests).toEqual([]);
  });

  step("shows and saves the other keys only", async () => {
    await scene.declare(program("8.3", false));
    const preview = await scene.preview();
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 2 });
    expect(preview.output).toMatch(/~ cache *: true => false/);
    expect(preview.output).not.toContain("8.3");
    await scene.up();
    expect(scene.emulator.host(ids.oneKey).deployedJson).toEqual({
      php: { version: "8.2", memory: "1G" },
      cache: false,
    });
    expect(scene.emulator.host(ids.whole).deployedJson).toMatchObject({ cache: true });
  });

  step(
    "saves nothing over what somebody changes by hand, and deploys it, since nobody knows whether that was done",
    async () => {
      for (const id of Object.values(ids)) {
        scene.emulator.editHost(id, (json) => ({ ...json, php: { version: "7.4", memory: "1G" } }));
      }
      expect(counts(await scene.refresh())).toEqual({ updated: 2, unchanged: 1 });
      await scene.up();
      const starts = scene.emulator.writes().map(({ pattern }) => pattern);
      expect(starts).toEqual(["/api/v1/hosts/{id}/deploy", "/api/v1/hosts/{id}/deploy"]);
      scene.emulator.clearRequests();
      expect(counts(await scene.up())).toEqual({ unchanged: 3 });
      expect(scene.emulator.requests).toEqual([]);
    },
  );

  step("carries it along in a save of other keys", async () => {
    await scene.declare(program("8.4", true));
    await scene.up();
    expect(scene.emulator.host(ids.oneKey).deployedJson).toEqual({
      php: { version: "7.4", memory: "1G" },
      cache: true,
    });
    expect(scene.emulator.host(ids.whole).savedJson).toEqual({
      php: { version: "7.4", memory: "1G" },
      cache: true,
    });
  });
});
