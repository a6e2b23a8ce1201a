import { eitherDoor, openScene, type Scene } from "./door";

jest.setTimeout(240_000);

/** How a host or group that was removed from the platform leaves the state, on the real engine. */
describe.each(eitherDoor("commonjs"))("$name: a host and a group that are gone", (door) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(door);
  });

  afterAll(() => scene.close());

  it("leave the state once a token can tell, and every error before says how", async () => {
    const { emulator } = scene;
    const [clientId] = [emulator.addClient(), emulator.addClient()];
    const hostId = emulator.addHost({ clientId, name: "web1" });
    const groupId = emulator.addGroup({ clientId, name: "production" });
    await scene.configure({ token: emulator.addToken({ access: "client", clientId }) });
    await scene.declare({
      web: { type: "Host", inputs: { hostId, json: { a: 1 }, deploy: { pollInterval: 1 } } },
      shared: { type: "GroupConfig", inputs: { groupId, json: { a: 1 } } },
    });
    expect(await scene.up()).toMatchObject({ ok: true });
    emulator.removeHost(hostId);
    emulator.removeGroup(groupId);
    const narrow = await scene.refresh();
    expect(narrow.ok).toBe(false);
    expect(narrow.output).toContain("the token sees only client 1");
    expect(await scene.resources()).toHaveLength(2);

    await scene.configure({ token: emulator.tokens.admin });
    if (!door.wholeProtocol) {
      // Pulumi still gives dynamic resources the former token.
      const former = await scene.refresh();
      expect(former.ok).toBe(false);
      expect(former.output).toContain("so run `pulumi up` once first");
      expect(await scene.up()).toMatchObject({ ok: true });
    }
    expect(await scene.refresh()).toMatchObject({ ok: true });
    expect(await scene.resources()).toEqual([]);
  });
});
