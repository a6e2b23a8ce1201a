import { functions } from "../../provider/functions/functions";
import { Reference, type Calls } from "./declaration";
import { eitherDoor, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const reference = (output: string, resource = "web") => new Reference(resource, output);

/** Every function once, with an output of a resource among its arguments where it takes one. */
const calls: Calls = {
  client: { function: "getClient", args: { clientId: reference("clientId") } },
  clients: { function: "getClients", args: { search: "example.com" } },
  host: { function: "getHost", args: { hostId: reference("hostId") } },
  // Its id is not known in the first preview.
  made: { function: "getHost", args: { hostId: reference("hostId", "made") } },
  named: { function: "getHost", args: { name: reference("name"), clientId: reference("clientId") } },
  hosts: { function: "getHosts", args: { clientId: reference("clientId") } },
  group: { function: "getGroup", args: { name: "shared" } },
  groups: { function: "getGroups", args: { search: "shar" } },
  status: { function: "getDeployStatus", args: { hostId: reference("hostId") } },
  credentials: { function: "getHostCredentials", args: { hostId: reference("hostId") } },
};

const hidden = ["s3cret-of-the-host", "s3cret-of-the-group"];

describe.each(eitherDoor("esm"))("$name: the functions' output forms", (door) => {
  let scene: Scene;
  let hostId: number;

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    const clientId = emulator.addClient({ email: "ada@example.com" });
    emulator.addClient({ email: "luca@example.org" });
    hostId = emulator.addHost({ clientId, name: "web1", json: { key: hidden[0] ?? null } });
    emulator.addGroup({ clientId, name: "shared", json: { key: hidden[1] ?? null } });
    const web = { hostId, ownership: "declared", json: { cache: true }, deploy: { pollInterval: 1 } };
    const made = { name: "made", clientId };
    await scene.declare({ web: { type: "Host", inputs: web }, made: { type: "Host", inputs: made } }, calls);
  });

  afterAll(() => scene.close());

  const step = steps("step by step");

  step("are all there", () => {
    expect(new Set(Object.values(calls).map((call) => call.function))).toEqual(
      new Set(Object.keys(functions)),
    );
  });

  step("wait in a preview for the resources whose outputs they take", async () => {
    expect(await scene.preview()).toMatchObject({ ok: true });
    expect(scene.emulator.writes()).toEqual([]);
  });

  step("read what is there once the resources are", async () => {
    expect(await scene.up()).toMatchObject({ ok: true });
    const { credentials, ...read } = await scene.outputs({ showSecrets: true });
    const ada = expect.objectContaining({ clientId: 1, email: "ada@example.com" }) as unknown;
    const summary = { hostId, name: "web1", clientId: 1, active: true };
    const host = expect.objectContaining({
      ...summary,
      json: { key: hidden[0], cache: true },
    }) as unknown;
    expect(read).toEqual({
      client: ada,
      clients: { clients: [ada] },
      host,
      named: host,
      made: expect.objectContaining({ name: "made", clientId: 1 }) as unknown,
      hosts: { hosts: expect.arrayContaining([expect.objectContaining(summary)]) as unknown },
      group: expect.objectContaining({ groupId: 1, name: "shared", json: { key: hidden[1] } }) as unknown,
      groups: { groups: [expect.objectContaining({ groupId: 1, clientId: 1 })] },
      status: expect.objectContaining({ hostId, status: "published", isDeploying: false }) as unknown,
    });
    const password = expect.any(String) as unknown;
    expect(credentials).toMatchObject({
      masterUser: { user: expect.any(String) as unknown, password },
      adminUser: { password },
    });
  });

  step("keep credentials and configurations secret, on the screen and on the disk", async () => {
    const shown = JSON.stringify(await scene.outputs());
    const { credentials } = await scene.outputs({ showSecrets: true });
    const passwords = [...JSON.stringify(credentials).matchAll(/"password":"([^"]+)"/g)].map(
      ([, password]) => password ?? "",
    );
    expect(passwords.length).toBeGreaterThan(1);
    const everything = [shown, await scene.written(), (await scene.refresh()).output].join("\n");
    for (const word of [...hidden, ...passwords]) expect(everything).not.toContain(word);
    expect(shown).toContain("ada@example.com");
  });
});
