import type { Declaration } from "./declaration";
import { eitherDoor, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const before = {
  shop: { php: { version: "8.1" }, theirs: { a: 1 } },
  blog: { php: { version: "8.1", memory: "128M" }, owner: "marketing" },
  shared: { backups: { keep: 7 } },
};

describe.each(eitherDoor("commonjs"))('$name: onDestroy "restore"', (door) => {
  let scene: Scene;
  let ids: { group: number; shop: number; blog: number; member: number };

  const program = (version: string): Declaration => {
    const common = { onDestroy: "restore", deploy: { pollInterval: 1 } };
    const json = { php: { version } };
    return {
      shared: {
        type: "GroupConfig",
        inputs: {
          ...common,
          groupId: ids.group,
          json: { backups: { keep: 30 } },
          deployHosts: [ids.member],
        },
      },
      shop: { type: "Host", inputs: { ...common, hostId: ids.shop, json } },
      blog: { type: "Host", inputs: { ...common, hostId: ids.blog, json, ownership: "declared" } },
    };
  };

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    const clientId = emulator.addClient();
    ids = {
      group: emulator.addGroup({ clientId, name: "shared", json: before.shared }),
      shop: emulator.addHost({ clientId, name: "shop", json: before.shop }),
      blog: emulator.addHost({ clientId, name: "blog", json: before.blog }),
      member: emulator.addHost({ clientId, name: "member", json: {} }),
    };
    await scene.declare(program("8.2"));
    await scene.up();
    await scene.declare(program("8.3"));
    expect(await scene.up()).toMatchObject({ ok: true });
  });

  afterAll(() => scene.close());

  const deployed = (id: number) => scene.emulator.host(id).deployedJson;

  const step = steps("step by step", () => {
    scene.emulator.clearRequests();
  });

  step("keeps what was there before the takeover in the state, as a secret", async () => {
    expect([deployed(ids.shop), deployed(ids.blog)]).toEqual([
      { php: { version: "8.3" } },
      { php: { version: "8.3", memory: "128M" }, owner: "marketing" },
    ]);
    expect(await scene.written()).not.toContain("theirs");
  });

  step("keeps a resource whose restored configuration could not be deployed in the state", async () => {
    scene.emulator.scriptDeployment(ids.shop, { seconds: 1, end: "error", output: ["E: disk full"] });
    const destroy = await scene.destroy();
    expect(destroy.ok).toBe(false);
    expect(destroy.output).toContain("E: disk full");
    expect((await scene.resources()).map(({ urn }) => urn.split("::").at(-1))).toContain("shop");
  });

  step("saves and deploys what was there before, and with the next destroy what is left of it", async () => {
    const destroy = await scene.destroy();
    expect(destroy).toMatchObject({ ok: true });
    expect(await scene.resources()).toEqual([]);
    expect(deployed(ids.shop)).toEqual(before.shop);
    expect(scene.emulator.host(ids.shop)).toMatchObject({ savedJson: before.shop, status: "published" });
  });

  step("gives the declared keys of a shared configuration their earlier values, and keeps the others", () => {
    expect(deployed(ids.blog)).toEqual(before.blog);
  });

  step("restores a group, and deploys its hosts", () => {
    expect(scene.emulator.group(ids.group).savedJson).toEqual(before.shared);
    // Once when the group was taken over, once when it was given back.
    expect(scene.emulator.host(ids.member).deployments).toHaveLength(2);
  });
});
