import { eitherDoor, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(eitherDoor("commonjs"))(
  "$name: a destroy whose restored configuration cannot be deployed",
  (door) => {
    let scene: Scene;
    let hostId: number;
    const json = { php: { version: "8.3" } };
    const before = { php: { version: "8.1" } };

    beforeAll(async () => {
      scene = await openScene(door);
      hostId = scene.emulator.addHost({ clientId: scene.emulator.addClient(), name: "shop", json: before });
      const inputs = { hostId, json, onDestroy: "restore", deploy: { pollInterval: 1 } };
      await scene.declare({ shop: { type: "Host", inputs } });
      expect(await scene.up()).toMatchObject({ ok: true });
    });

    afterAll(() => scene.close());

    const step = steps("step by step");

    step("says what the host holds, and both ways on", async () => {
      scene.emulator.scriptDeployment(hostId, { seconds: 1, end: "error", output: ["E: disk full"] });
      const { ok, output } = await scene.destroy();
      expect(ok).toBe(false);
      expect(output).toContain("E: disk full");
      const words = output.replace(/\s+/g, " ");
      expect(words).toContain(
        "Host 1 (shop) now holds what was there before it was managed here, saved and not published",
      );
      expect(words).toContain("to keep managing it, run `pulumi refresh`, then `pulumi up`");
      expect(scene.emulator.host(hostId).savedJson).toEqual(before);
    });

    step("puts the program's configuration back with a refresh and an update", async () => {
      // Pulumi keeps a resource as it was before a delete that failed.
      expect(counts(await scene.up())).toEqual({ unchanged: 2 });
      expect(counts(await scene.refresh())).toMatchObject({ updated: 1 });
      expect(counts(await scene.up())).toMatchObject({ updated: 1 });
      expect(scene.emulator.host(hostId)).toMatchObject({ status: "published", deployedJson: json });
    });

    step("restores with the next destroy", async () => {
      expect(await scene.destroy()).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId)).toMatchObject({ status: "published", deployedJson: before });
    });
  },
);
