import { startEmulator, type Emulator } from "../emulator";
import type { Declaration } from "./declaration";
import { eitherDoor, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

/** Names of providers that begin like those that the engine gives to the provider of the stack's configuration. */
const providers = ["second", "default-eu", "defaults", "default_eu"];

describe.each(eitherDoor("commonjs"))("$name: a second account in one program", (door) => {
  let scene: Scene;
  let second: Emulator;

  /** A host of the stack's account, and one of the second account for every provider. */
  const program = (version: string, token: string): Declaration => {
    const inputs = (hostId: number) => ({ hostId, json: { php: { version } }, deploy: { pollInterval: 1 } });
    const others = providers.flatMap((provider, index): [string, Declaration[string]][] => [
      [provider, { type: "Provider", inputs: { baseUrl: second.url, token } }],
      [`web${index}`, { type: "Host", inputs: inputs(index + 1), options: { provider } }],
    ]);
    return { own: { type: "Host", inputs: inputs(1) }, ...Object.fromEntries(others) };
  };

  beforeAll(async () => {
    [scene, second] = await Promise.all([openScene(door), startEmulator({ deploySeconds: 1 })]);
    for (const emulator of [scene.emulator, second]) {
      const clientId = emulator.addClient();
      for (const name of providers) emulator.addHost({ clientId, name, json: {} });
    }
    await scene.declare(program("8.2", second.addToken({ access: "admin", token: "of-the-second-account" })));
  });

  afterAll(async () => {
    await scene.close();
    await second.close();
  });

  const versions = (emulator: Emulator) =>
    emulator.hostIds().map((id) => emulator.host(id).deployedJson?.["php"] ?? null);

  const step = steps("step by step");

  if (door.wholeProtocol) {
    step("manages each host in the account of its provider, whatever the provider is called", async () => {
      const up = await scene.up();
      expect(up).toMatchObject({ ok: true });
      expect(versions(second)).toEqual(providers.map(() => ({ version: "8.2" })));
      expect(versions(scene.emulator)).toEqual([{ version: "8.2" }, null, null, null]);
    });

    step("goes on with another token without touching a host", async () => {
      second.expireToken("of-the-second-account");
      await scene.declare(program("8.2", second.addToken({ access: "admin" })));
      second.clearRequests();
      const up = await scene.up();
      expect(up.ok).toBe(true);
      expect(second.requests).toEqual([]);
    });

    step("refreshes and destroys in the account of the provider, too", async () => {
      second.editHost(2, () => ({ php: { version: "7.4" } }));
      expect(counts(await scene.refresh())).toMatchObject({ updated: 1 });
      expect(await scene.destroy()).toMatchObject({ ok: true });
      expect(await scene.resources()).toEqual([]);
    });
  } else {
    for (const command of ["preview", "up"] as const) {
      step(`is refused by ${command}, with the way out`, async () => {
        const run = await scene[command]();
        expect(run.ok).toBe(false);
        expect(run.output).toContain('Host "web0": an explicit provider does not reach a dynamic resource');
        expect(run.output).toContain('take Host from "pulumi-hostconfig/plugin"');
        expect(run.output).not.toMatch(/^ +at /m);
        expect(second.requests).toEqual([]);
      });
    }

    step("touches no host that would have had to be in the other account", () => {
      expect(scene.emulator.writes().filter(({ path }) => !path.includes("/hosts/1"))).toEqual([]);
    });
  }
});
