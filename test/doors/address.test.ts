import type { Declaration } from "./declaration";
import { bothDoors, counts, openScene, type Scene } from "./door";

jest.setTimeout(240_000);

/** Each test carries on where the one before it ended. */
describe.each(bothDoors("commonjs"))("$name: a token or an address that is not right any more", (door) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    const clientId = emulator.addClient();
    const hostId = emulator.addHost({ clientId, name: "web", json: {} });
    const groupId = emulator.addGroup({ clientId, name: "shared", json: {} });
    const program: Declaration = {
      shared: { type: "GroupConfig", inputs: { groupId, json: { a: 1 } } },
      web: { type: "Host", inputs: { hostId, json: { a: 1 }, deploy: { pollInterval: 1 } } },
    };
    await scene.declare(program);
    await scene.configure({ token: emulator.addToken({ access: "admin", token: "the-old-token" }) });
    expect(await scene.up()).toMatchObject({ ok: true });
  });

  afterAll(() => scene.close());

  it.each([
    ["404 with JSON", { kind: "status", status: 404, body: { error: "Not found" } }],
    ["404 with a page of a proxy", { kind: "html", status: 404 }],
  ] as const)("forgets nothing over an address that answers everything with %s", async (_what, fault) => {
    const wrong = scene.emulator.faults.add({ at: "every", fault });
    const refresh = await scene.refresh();
    wrong.remove();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).toContain("answers 404 to everything, so this is not the service's address");
    expect(await scene.resources()).toHaveLength(2);
  });

  it("says of an expired token what to do", async () => {
    scene.emulator.expireToken("the-old-token");
    const refresh = await scene.refresh();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).toContain("pulumi config set --secret hostconfig:token");
    expect(await scene.resources()).toHaveLength(2);
  });

  if (door.wholeProtocol) {
    it("takes the new token at once", async () => {
      await scene.configure({ token: scene.emulator.tokens.admin });
      expect(counts(await scene.refresh())).toEqual({ unchanged: 3 });
    });
  } else {
    it("gets the new token with an update only, and says so", async () => {
      await scene.configure({ token: scene.emulator.tokens.admin });
      const refresh = await scene.refresh();
      expect(refresh.ok).toBe(false);
      expect(refresh.output).toContain("run `pulumi up` once first");
      expect(counts(await scene.up())).toEqual({ unchanged: 3 });
      expect(counts(await scene.refresh())).toEqual({ unchanged: 3 });
    });
  }

  it("destroys with the new token", async () => {
    expect(await scene.destroy()).toMatchObject({ ok: true });
  });
});
