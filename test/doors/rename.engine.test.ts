import type { Declaration } from "./declaration";
import { eitherDoor, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(eitherDoor("commonjs"))(
  '$name: another name without an alias, and onDestroy "restore"',
  (door) => {
    let scene: Scene;
    let hostId: number;

    const program = (name: string, version: string): Declaration => ({
      [name]: {
        type: "Host",
        inputs: { hostId, json: { php: { version } }, onDestroy: "restore", deploy: { pollInterval: 1 } },
      },
    });

    beforeAll(async () => {
      scene = await openScene(door, { deploySeconds: 0 });
      const { emulator } = scene;
      hostId = emulator.addHost({ clientId: emulator.addClient(), name: "shop", json: { before: true } });
      await scene.declare(program("shop", "8.2"));
      expect(await scene.up()).toMatchObject({ ok: true });
    });

    afterAll(() => scene.close());

    const step = steps("step by step");

    step("leaves the host with what the program declares", async () => {
      await scene.declare(program("store", "8.3"));
      const up = await scene.up();
      expect(counts(up)).toMatchObject({ created: 1, deleted: 1 });
      expect(up.output).toContain("this program goes on managing it");
      // The former name is only in the state.
      expect(up.output).not.toContain("is managed by");
      expect(scene.emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.3" } });
    });

    step("has nothing to do after that, also after a refresh", async () => {
      expect(counts(await scene.refresh())).toEqual({ unchanged: 2 });
      expect(counts(await scene.preview())).toEqual({ unchanged: 2 });
    });

    step("is told in preview that a second resource manages the host", async () => {
      await scene.declare({ ...program("store", "8.3"), ...program("shop", "8.2") });
      const preview = await scene.preview();
      expect(preview).toMatchObject({ ok: true });
      expect(preview.output).toMatch(
        /Host \d+ is managed by "(store|shop)" of this program, too: each of the two undoes/,
      );
      expect(preview.output.match(/is managed by/g)).toHaveLength(1);
    });
  },
);
