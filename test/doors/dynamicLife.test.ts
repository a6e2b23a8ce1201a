import type { StateResource } from "../engine/stackRequest";
import { contrary } from "../emulator";
import { openDynamicScene, type DynamicScene } from "./dynamicScene";

jest.setTimeout(180_000);

/** One life of a group and three hosts; each test carries on where the one before it ended. */
describe("a program with dynamic resources, on the real engine", () => {
  let scene: DynamicScene;
  let ids: { client: number; group: number; shop: number; blog: number };

  const program = (phpVersion: string) => `
    const group = new GroupConfig("shared", { groupId: ${ids.group}, json: { backups: { keep: 14 } } });
    const deploy = { pollInterval: 1, triggers: [group.fingerprint] };
    new Host("shop", { hostId: ${ids.shop}, json: { php: { version: "${phpVersion}" }, cache: true, env: {} }, deploy });
    new Host("blog", { hostId: ${ids.blog}, ownership: "declared", json: { php: { memory: "1G" } }, deploy });
    const landing = new Host("landing", { name: "landing", clientId: ${ids.client}, json: { webserver: "nginx" } });
    return { landing: landing.hostId };`;

  beforeAll(async () => {
    // The reading that differs most from the samples: bare lists, texts, empty lists, defaults added at every save.
    scene = await openDynamicScene({ emulator: { readings: contrary } });
    const { emulator } = scene;
    const client = emulator.addClient();
    ids = {
      client,
      group: emulator.addGroup({ clientId: client, name: "shared", json: { backups: { keep: 7 } } }),
      shop: emulator.addHost({ clientId: client, name: "shop", json: { php: { version: "8.1" } } }),
      blog: emulator.addHost({ clientId: client, name: "blog", json: { owner: "marketing" } }),
    };
  });

  beforeEach(() => {
    scene.emulator.clearRequests();
  });

  afterAll(() => scene.close());

  const writes = () => scene.emulator.writes().map(({ method, pattern }) => `${method} ${pattern ?? ""}`);

  it("previews a first update without a write", async () => {
    await scene.declare(program("8.2"));
    const preview = await scene.stack.preview();
    expect(preview).toMatchObject({ ok: true, changes: { create: 5 } });
    expect(writes()).toEqual([]);
  });

  it("adopts, creates, saves, deploys and waits until published", async () => {
    const up = await scene.stack.up();
    expect(up.error).toBeUndefined();
    const { shop, blog } = ids;
    const landing = Number(up.outputs?.["landing"]?.value);
    expect(scene.emulator.host(shop)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.2" } },
    });
    expect(scene.emulator.host(blog).savedJson).toMatchObject({ owner: "marketing", php: { memory: "1G" } });
    expect(scene.emulator.host(landing)).toMatchObject({ name: "landing", status: null });
  });

  it("shows the deployment's progress and output while it runs", async () => {
    await scene.declare(program("8.3"));
    const up = await scene.stack.up();
    expect(up.output).toMatch(/Host shop updating .*deploy: starting/);
    expect(up.output).toMatch(/Host shop .*deploy: .*Checking the services/);
    expect(up.output).toMatch(/Host shop updated .*deploy: published after \d+s/);
  });

  it("makes one read, one save and one start for the update of one host", async () => {
    await scene.declare(program("8.4"));
    await scene.stack.up();
    const requests = scene.emulator.requests.map(({ method, pattern }) => `${method} ${pattern ?? ""}`);
    const others = requests.filter((request) => request !== "GET /api/v1/hosts/{id}/deploy");
    expect(others).toEqual([
      "GET /api/v1/hosts/{id}",
      "POST /api/v1/hosts/{id}",
      "POST /api/v1/hosts/{id}/deploy",
    ]);
  });

  it("makes no request for an update that changes nothing", async () => {
    const up = await scene.stack.up();
    expect(up.changes).toEqual({ same: 5 });
    expect(scene.emulator.requests).toEqual([]);
  });

  it("finds nothing in a refresh after that, whatever the service added at the saves", async () => {
    const refresh = await scene.stack.refresh();
    expect(refresh.changes).toEqual({ same: 5 });
  });

  it("finds what somebody changed by hand, and names the key in the next preview", async () => {
    scene.emulator.editHost(ids.shop, (json) => ({ ...json, php: { version: "7.4" } }));
    const refresh = await scene.stack.refresh();
    expect(refresh.changes).toEqual({ same: 4, update: 1 });
    const preview = await scene.stack.preview({ diff: true });
    expect(preview.output).toContain('~ version: "7.4" => "8.4"');
  });

  it("puts it back with the next update", async () => {
    await scene.stack.up();
    expect(scene.emulator.host(ids.shop)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.4" } },
    });
  });

  it("deploys each host once when the group changes", async () => {
    const before = [ids.shop, ids.blog].map((id) => scene.emulator.host(id).deployments.length);
    await scene.declare(program("8.4").replace("keep: 14", "keep: 30"));
    await scene.stack.up();
    const after = [ids.shop, ids.blog].map((id) => scene.emulator.host(id).deployments.length);
    expect(after).toEqual(before.map((count) => count + 1));
  });

  it("keeps one line of provider in the state, the same for every resource", async () => {
    const resources = await scene.stack.resources();
    const ours = resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/hostconfig:"));
    const providerOf = ({ inputs, outputs }: StateResource) => [
      inputs?.["__provider"],
      outputs?.["__provider"],
    ];
    const lines = new Set(ours.flatMap(providerOf));
    expect(ours).toHaveLength(4);
    expect([...lines].map((line) => String(line).length)).toEqual([expect.any(Number)]);
    expect(String([...lines][0]).length).toBeLessThan(200);
  });

  it("lets a host that is gone leave the state with a refresh", async () => {
    scene.emulator.removeHost(ids.blog);
    const refresh = await scene.stack.refresh();
    expect(refresh.changes).toMatchObject({ delete: 1 });
  });

  it("keeps a host in the state that the token may not see any more", async () => {
    scene.emulator.faults.add({
      match: { path: "/api/v1/hosts/{id}" },
      fault: { kind: "status", status: 403 },
    });
    const refresh = await scene.stack.refresh();
    scene.emulator.faults.clear();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).toContain("The token's access kind does not allow this");
    expect((await scene.stack.resources()).filter(({ urn }) => urn.endsWith("::shop"))).toHaveLength(1);
  });

  it("destroys without a request that writes, and says that the hosts stay", async () => {
    const destroy = await scene.stack.destroy();
    expect(destroy.output).toContain("stays on the platform as it is");
    expect(writes()).toEqual([]);
    expect(await scene.stack.resources()).toEqual([]);
  });
});
