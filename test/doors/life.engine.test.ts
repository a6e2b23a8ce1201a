import { contrary } from "../emulator";
import { Reference, type Declaration } from "./declaration";
import { bothDoors, counts, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(bothDoors("commonjs"))("$name: a life on the real engine", (door) => {
  let scene: Scene;
  let ids: { client: number; group: number; shop: number; blog: number };

  const program = (phpVersion: string, keep = 14): Declaration => {
    const deploy = { pollInterval: 1, triggers: [new Reference("shared", "fingerprint")] };
    const shop = { php: { version: phpVersion }, cache: true, env: {} };
    return {
      shared: { type: "GroupConfig", inputs: { groupId: ids.group, json: { backups: { keep } } } },
      shop: { type: "Host", inputs: { hostId: ids.shop, json: shop, deploy } },
      blog: {
        type: "Host",
        inputs: { hostId: ids.blog, ownership: "declared", json: { php: { memory: "1G" } }, deploy },
      },
      landing: {
        type: "Host",
        inputs: { name: "landing", clientId: ids.client, json: { webserver: "nginx" } },
      },
    };
  };

  beforeAll(async () => {
    // The reading that differs most from the samples: bare lists, texts, empty lists, defaults added at every save.
    scene = await openScene(door, { readings: contrary });
    const { emulator } = scene;
    const client = emulator.addClient();
    // A token that sees one client only cannot tell a host that is gone from one that it may not see.
    emulator.addClient();
    ids = {
      client,
      group: emulator.addGroup({ clientId: client, name: "shared", json: { backups: { keep: 7 } } }),
      shop: emulator.addHost({ clientId: client, name: "shop", json: { php: { version: "8.1" } } }),
      blog: emulator.addHost({ clientId: client, name: "blog", json: { owner: "marketing" } }),
    };
  });

  afterAll(() => scene.close());

  const landing = () => scene.emulator.hostIds().filter((id) => scene.emulator.host(id).name === "landing");

  const step = steps("step by step", () => {
    scene.emulator.clearRequests();
  });

  step("previews a first update without a write", async () => {
    await scene.declare(program("8.2"));
    const preview = await scene.preview();
    expect(preview.output).toContain("landing");
    expect(preview.ok).toBe(true);
    expect(scene.emulator.writes()).toEqual([]);
  });

  step("adopts, creates, saves, deploys and waits until published", async () => {
    expect(await scene.up()).toMatchObject({ ok: true });
    const { shop, blog } = ids;
    expect(scene.emulator.host(shop)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.2" } },
    });
    expect(scene.emulator.host(blog).savedJson).toMatchObject({ owner: "marketing", php: { memory: "1G" } });
    expect(landing().map((id) => scene.emulator.host(id).status)).toEqual([null]);
  });

  step("names the one key that an update would change", async () => {
    await scene.declare(program("8.3"));
    const preview = await scene.preview();
    expect(preview.output).toMatch(/~ version *: "8.2" => "8.3"/);
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 4 });
  });

  step("shows the deployment's progress and output while it runs", async () => {
    const up = await scene.up();
    expect(up.output).toMatch(/Host shop updating .*deploy: starting/);
    expect(up.output).toMatch(/Host shop updating .*deploy: .*Checking the services/);
    expect(up.output).toMatch(/Host shop updated .*deploy: published after \d+s/);
  });

  step("makes one read, one save and one start for the update of one host", async () => {
    await scene.declare(program("8.4"));
    await scene.up();
    const requests = scene.emulator.requests.map(({ method, pattern }) => `${method} ${pattern ?? ""}`);
    const others = requests.filter((request) => request !== "GET /api/v1/hosts/{id}/deploy");
    expect(others).toEqual([
      "GET /api/v1/hosts/{id}",
      "POST /api/v1/hosts/{id}",
      "POST /api/v1/hosts/{id}/deploy",
    ]);
  });

  step("makes no request for an update that changes nothing", async () => {
    expect(counts(await scene.up())).toEqual({ unchanged: 5 });
    expect(scene.emulator.requests).toEqual([]);
  });

  step("finds nothing in a refresh after that, whatever the service added at the saves", async () => {
    expect(counts(await scene.refresh())).toEqual({ unchanged: 5 });
  });

  step("names what somebody changed by hand", async () => {
    scene.emulator.editHost(ids.shop, (json) => ({ ...json, php: { version: "7.4" } }));
    const refresh = await scene.refresh();
    expect(refresh.output).toMatch(/~ version *: "8.4" => "7.4"/);
    expect(counts(refresh)).toEqual({ updated: 1, unchanged: 4 });
  });

  step("puts it back with the next update", async () => {
    expect((await scene.preview()).output).toMatch(/~ version *: "7.4" => "8.4"/);
    await scene.up();
    const shop = scene.emulator.host(ids.shop);
    expect(shop).toMatchObject({ status: "published", deployedJson: { php: { version: "8.4" } } });
  });

  step("deploys each host once when the group changes", async () => {
    const deployed = () => [ids.shop, ids.blog].map((id) => scene.emulator.host(id).deployments.length);
    const before = deployed();
    await scene.declare(program("8.4", 30));
    await scene.up();
    expect(deployed()).toEqual(before.map((count) => count + 1));
  });

  step("lets a host that is gone leave the state with a refresh", async () => {
    scene.emulator.removeHost(ids.blog);
    expect(counts(await scene.refresh())).toMatchObject({ deleted: 1 });
  });

  step("keeps a host in the state that the token may not see any more", async () => {
    scene.emulator.faults.add({
      match: { path: "/api/v1/hosts/{id}" },
      fault: { kind: "status", status: 403 },
    });
    const refresh = await scene.refresh();
    scene.emulator.faults.clear();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).toContain("The token's access kind does not allow this");
    expect((await scene.resources()).filter(({ urn }) => urn.endsWith("::shop"))).toHaveLength(1);
  });

  step("destroys without a request that writes, and says that the hosts stay", async () => {
    const destroy = await scene.destroy();
    expect(destroy.output).toContain("stays on the platform as it is");
    expect(scene.emulator.writes()).toEqual([]);
    expect(await scene.resources()).toEqual([]);
  });
});
