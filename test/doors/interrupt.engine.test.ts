import { Reference, type Declaration } from "./declaration";
import { bothDoors, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };

describe.each(bothDoors("commonjs"))("$name: Ctrl-C in the middle of a deployment", (door) => {
  let scene: Scene;
  let ids: { first: number; next: number };

  /** The second host depends on the first. */
  const program = (version: string): Declaration => {
    const json = { php: { version } };
    const triggers = [new Reference("first", "fingerprint")];
    return {
      first: { type: "Host", inputs: { hostId: ids.first, json, deploy: { pollInterval: 1 } } },
      next: { type: "Host", inputs: { hostId: ids.next, json, deploy: { pollInterval: 1, triggers } } },
    };
  };

  beforeAll(async () => {
    scene = await openScene(door);
    const clientId = scene.emulator.addClient();
    const add = (name: string) => scene.emulator.addHost({ clientId, name, json: {} });
    ids = { first: add("first"), next: add("next") };
    await scene.declare(program("8.2"));
    expect(await scene.up()).toMatchObject({ ok: true });
    scene.emulator.clearRequests();
    scene.emulator.scriptDeployment(ids.first, { seconds: 6, end: "published" });
    await scene.declare(program("8.3"));
  });

  afterAll(() => scene.close());

  const status = () => scene.emulator.host(ids.first).status;
  const interruptedUp = async () => {
    const started = scene.emulator.nextRequest({ ...start, moment: "ended" });
    const up = scene.startUp();
    await started;
    up.interrupt();
    return up.ended;
  };

  const step = steps("step by step");

  if (door.wholeProtocol) {
    step("ends the wait at once, says what goes on and starts nothing new", async () => {
      const up = await interruptedUp();
      expect(status()).toBe("deploy");
      expect(up.ok).toBe(false);
      expect(up.output).toContain("the next `pulumi up` carries on from there");
      expect(scene.emulator.host(ids.next).savedJson).toEqual({ php: { version: "8.2" } });
    });

    step("keeps in the state what was saved", async () => {
      const first = (await scene.resources()).find(({ urn }) => urn.endsWith("::first"));
      expect(first).toMatchObject({
        outputs: { json: { php: { version: "8.3" } }, deployment: { status: "deploy" } },
        initErrors: [expect.stringContaining("goes on on the server")],
      });
    });
  } else {
    step("waits for the deployment's end, records it and starts nothing new", async () => {
      const up = await interruptedUp();
      expect(status()).toBe("published");
      expect(up.ok).toBe(false);
      expect(scene.emulator.host(ids.next).savedJson).toEqual({ php: { version: "8.2" } });
      const first = (await scene.resources()).find(({ urn }) => urn.endsWith("::first"));
      expect(first?.outputs).toMatchObject({
        json: { php: { version: "8.3" } },
        deployment: { status: "published" },
      });
    });
  }

  step("is made good by the next update: every configuration is saved and deployed once", async () => {
    expect(await scene.up()).toMatchObject({ ok: true });
    for (const id of Object.values(ids)) {
      expect(scene.emulator.host(id)).toMatchObject({
        status: "published",
        deployedJson: { php: { version: "8.3" } },
      });
    }
    const writes = scene.emulator.writes().map(({ path }) => path);
    expect(writes.sort()).toEqual(
      Object.values(ids).flatMap((id) => [`/api/v1/hosts/${id}`, `/api/v1/hosts/${id}/deploy`]),
    );
    expect(counts(await scene.up())).toEqual({ unchanged: 3 });
  });
});
