import type { Declaration } from "./declaration";
import { eitherDoor, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const status = { method: "GET", path: "/api/v1/hosts/{id}/deploy", moment: "ended" } as const;

describe.each(eitherDoor("commonjs"))("$name: what others do", (door) => {
  let scene: Scene;
  let hostId: number;
  let other: number;

  const program = (version: string): Declaration => ({
    web: { type: "Host", inputs: { hostId, json: { php: { version } }, deploy: { pollInterval: 1 } } },
  });

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web", json: {} });
    other = emulator.addClient();
    await scene.declare(program("8.2"));
    expect(await scene.up()).toMatchObject({ ok: true });
  });

  afterAll(() => scene.close());

  const step = steps("step by step");

  step("a deployment that takes the place of ours is not reported as published", async () => {
    const { emulator } = scene;
    emulator.scriptDeployment(hostId, { seconds: 30, end: "published" });
    let looks = 0;
    const stop = emulator.onRequest(status, () => {
      looks += emulator.host(hostId).status === "deploy" ? 1 : 0;
      if (looks < 2) return;
      stop();
      emulator.cancelDeployment(hostId);
      emulator.editHost(hostId, () => ({ php: { version: "7.4" } }));
      emulator.scriptDeployment(hostId, { seconds: 0, end: "published" });
      emulator.startDeployment(hostId, "Full Deploy");
    });
    await scene.declare(program("8.3"));
    const up = await scene.up();
    expect(up.ok).toBe(false);
    expect(up.output.replace(/\s+/g, " ")).toContain(
      'somebody has ended the deployment and started another one ("Full Deploy")',
    );
    expect(await scene.up()).toMatchObject({ ok: true });
    expect(emulator.host(hostId).deployedJson).toEqual({ php: { version: "8.3" } });
  });

  step("a host that the token of another client cannot see stays in the state", async () => {
    const { emulator } = scene;
    emulator.readings.foreign = 404;
    // The stack's own token, from now on of another client.
    emulator.addToken({ access: "client", token: emulator.tokens.admin, clientId: other });
    const refresh = await scene.refresh();
    expect(refresh.ok).toBe(false);
    expect(refresh.output.replace(/\s+/g, " ")).toContain("which is no proof that the host is gone");
    expect((await scene.resources()).map(({ urn }) => urn.split("::").at(-1))).toContain("web");
  });
});
