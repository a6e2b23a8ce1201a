import { startEmulator } from "../emulator";
import type { Declaration } from "./declaration";
import { eitherDoor, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(eitherDoor("commonjs"))("$name: a token or an address that is not right any more", (door) => {
  let scene: Scene;
  let program: Declaration;

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    const clientId = emulator.addClient();
    const hostId = emulator.addHost({ clientId, name: "web", json: {} });
    const groupId = emulator.addGroup({ clientId, name: "shared", json: {} });
    program = {
      shared: { type: "GroupConfig", inputs: { groupId, json: { a: 1 } } },
      web: { type: "Host", inputs: { hostId, json: { a: 1 }, deploy: { pollInterval: 1 } } },
    };
    await scene.declare(program);
    await scene.configure({ token: emulator.addToken({ access: "admin", token: "the-old-token" }) });
    expect(await scene.up()).toMatchObject({ ok: true });
  });

  afterAll(() => scene.close());

  const step = steps("step by step");

  for (const [what, fault] of [
    ["404 with JSON", { kind: "status", status: 404, body: { error: "Not found" } }],
    ["404 with a page of a proxy", { kind: "html", status: 404 }],
  ] as const) {
    step(`forgets nothing over an address that answers everything with ${what}`, async () => {
      const wrong = scene.emulator.faults.add({ at: "every", fault });
      const refresh = await scene.refresh();
      wrong.remove();
      expect(refresh.ok).toBe(false);
      expect(refresh.output).toContain("answers 404 to everything, so this is not the service's address");
      expect(await scene.resources()).toHaveLength(2);
    });
  }

  step("saves nothing over another platform's host and group of the same ids", async () => {
    const other = await startEmulator({ deploySeconds: 0 });
    const clientId = other.addClient();
    other.addHost({ clientId, name: "theirs", json: { theirs: 1 } });
    other.addGroup({ clientId, name: "theirs too", json: { theirs: 1 } });
    await scene.configure({ baseUrl: other.url, token: other.tokens.admin });
    await scene.declare({
      shared: { type: "GroupConfig", inputs: { ...program.shared?.inputs, json: { a: 2 } } },
      web: { type: "Host", inputs: { ...program.web?.inputs, json: { a: 2 } } },
    });
    const up = await scene.up();
    expect(up.ok).toBe(false);
    expect(up.output.match(/under this id is not what the state knows/g)?.length).toBeGreaterThan(0);
    expect(other.writes()).toEqual([]);
    // As it was, for the tests that come after this one.
    await scene.configure({ baseUrl: scene.emulator.url, token: "the-old-token" });
    await scene.declare(program);
    expect(counts(await scene.up())).toEqual({ unchanged: 3 });
    await other.close();
  });

  step("says of an expired token what to do", async () => {
    scene.emulator.expireToken("the-old-token");
    const refresh = await scene.refresh();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).toContain("pulumi config set --secret hostconfig:token");
    expect(await scene.resources()).toHaveLength(2);
  });

  if (door.wholeProtocol) {
    step("takes the new token at once", async () => {
      await scene.configure({ token: scene.emulator.tokens.admin });
      expect(counts(await scene.refresh())).toEqual({ unchanged: 3 });
    });
  } else {
    step("gets the new token with an update only, and says so", async () => {
      await scene.configure({ token: scene.emulator.tokens.admin });
      const refresh = await scene.refresh();
      expect(refresh.ok).toBe(false);
      expect(refresh.output).toContain("run `pulumi up` once first");
      expect(counts(await scene.up())).toEqual({ unchanged: 3 });
      expect(counts(await scene.refresh())).toEqual({ unchanged: 3 });
    });
  }

  step("destroys with the new token", async () => {
    expect(await scene.destroy()).toMatchObject({ ok: true });
  });
});
