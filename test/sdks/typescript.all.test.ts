import * as pulumi from "@pulumi/pulumi";
import { startEmulator, type Emulator } from "../emulator";
import type { InlineProgram } from "../engine/driver/drive.cjs";
import { openInlineStack } from "../engine/inlineStack";
import { openEngine, type Engine } from "../engine/openEngine";
import type { StackActions } from "../engine/stackActions";
import {
  getHostCredentialsOutput,
  getHostOutput,
  getHosts,
  GroupConfig,
  Host,
  Provider,
} from "../../sdk/plugin";
import { pluginOnPath } from "./pluginOnPath";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe("the plugin's classes in a TypeScript program", () => {
  let first: Emulator;
  let second: Emulator;
  let engine: Engine;
  let stack: StackActions;
  let program: InlineProgram;
  let shop: number;
  let blog: number;
  let other: number;

  beforeAll(async () => {
    [first, second] = await Promise.all([
      startEmulator({ deploySeconds: 1 }),
      startEmulator({ deploySeconds: 1 }),
    ]);
    const clientId = first.addClient();
    shop = first.addHost({ clientId, name: "shop", json: { php: { version: "8.1" } } });
    blog = first.addHost({ clientId, name: "blog", json: { owner: "marketing" } });
    second.addGroup({ clientId: second.addClient(), name: "shared", json: { backups: { keep: 7 } } });
    other = second.addHost({ clientId: 1, name: "other", json: { php: { version: "7.4" } } });
    engine = await openEngine();
    stack = await openInlineStack({
      engine,
      program: () => program(),
      config: {
        "hostconfig:baseUrl": { value: first.url },
        "hostconfig:token": { value: first.tokens.admin, secret: true },
      },
      env: await pluginOnPath(engine),
    });
  });

  afterAll(async () => {
    await stack.close();
    await engine.close();
    await Promise.all([first.close(), second.close()]);
  });

  const twoAccounts = (version: string, token: string) => () => {
    const provider = new Provider("second", { baseUrl: second.url, token, maxRetries: 2, wait: true });
    const shared = new GroupConfig("shared", { groupId: 1, json: { backups: { keep: 14 } } }, { provider });
    const deploy = { pollInterval: 1, triggers: [shared.fingerprint] };
    new Host("other", { hostId: other, json: { php: { version } }, deploy }, { provider });
    new Host("shop", {
      hostId: shop,
      json: { php: { version } },
      jsonAdmin: { quota: 5 },
      deploy: { pollInterval: 1 },
    });
    return Promise.resolve({});
  };

  const step = steps("step by step", () => {
    first.clearRequests();
    second.clearRequests();
  });

  step("manages hosts of two accounts", async () => {
    program = twoAccounts("8.2", second.tokens.admin);
    expect(await stack.up()).toMatchObject({ ok: true, changes: { create: 5 } });
    expect(first.host(shop)).toMatchObject({ status: "published", jsonAdmin: { quota: 5 } });
    expect(second.host(other)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.2" } },
    });
    expect(second.group(1)).toMatchObject({ savedJson: { backups: { keep: 14 } } });
  });

  step("keeps both tokens out of the state", async () => {
    const state = await stack.stateText();
    expect(state).toContain("pulumi:providers:hostconfig::second");
    for (const token of [first.tokens.admin, second.tokens.admin]) expect(state).not.toContain(token);
  });

  step("replaces nothing when a token is replaced", async () => {
    program = twoAccounts("8.2", second.addToken({ access: "admin" }));
    expect(await stack.up()).toMatchObject({ ok: true, changes: { update: 1, same: 4 } });
    expect([...first.writes(), ...second.writes()]).toEqual([]);
  });

  step("names in a preview the one key of each host that would change, and writes nothing", async () => {
    program = twoAccounts("8.2.1", second.tokens.admin);
    const preview = await stack.preview({ diff: true });
    expect(preview).toMatchObject({ ok: true, changes: { update: 3, same: 2 } });
    expect(preview.output.match(/~ version *: "8.2" => "8.2.1"/g)).toHaveLength(2);
    expect([...first.writes(), ...second.writes()]).toEqual([]);
  });

  step("fails with a deployment that fails, and with the next update deploys what was saved", async () => {
    first.scriptDeployment(shop, { seconds: 1, end: "error", output: ["E: no such package"] });
    const failed = await stack.up();
    expect(failed.ok).toBe(false);
    expect(failed.output).toContain('Host 1 (shop): the deployment (deploy) ended in "error"');
    expect(failed.output).toContain("E: no such package");
    first.clearRequests();
    expect(await stack.up()).toMatchObject({ ok: true });
    expect(first.writes().map(({ pattern }) => pattern)).toEqual(["/api/v1/hosts/{id}/deploy"]);
    expect(first.host(shop).deployedJson).toEqual({ php: { version: "8.2.1" } });
  });

  step("finds what somebody changed by hand, and puts it back", async () => {
    second.editHost(other, () => ({ php: { version: "7.4" } }));
    expect(await stack.refresh()).toMatchObject({ ok: true, changes: { update: 1, same: 4 } });
    expect(await stack.up()).toMatchObject({ ok: true, changes: { update: 1, same: 4 } });
    expect(second.host(other).deployedJson).toEqual({ php: { version: "8.2.1" } });
  });

  step("stops waiting at Ctrl-C, and carries on with the next update", async () => {
    second.scriptDeployment(other, { seconds: 5, end: "published" });
    program = twoAccounts("8.3", second.tokens.admin);
    const deployment = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
    const started = second.nextRequest({ ...deployment, moment: "ended" });
    const up = stack.start("up");
    await started;
    up.interrupt();
    expect((await up.result).output).toContain("the next `pulumi up` carries on from there");
    expect(second.host(other).status).not.toBe("published");
    expect(await stack.up()).toMatchObject({ ok: true });
    expect(second.host(other)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.3" } },
    });
    expect(second.requestsTo(deployment)).toHaveLength(1);
  });

  step("imports a host that the program describes, and deploys nothing", async () => {
    program = async () => {
      await twoAccounts("8.3", second.tokens.admin)();
      new Host("blog", { hostId: blog, json: { owner: "marketing" } }, { import: String(blog) });
      return {};
    };
    expect(await stack.up()).toMatchObject({ ok: true, changes: { import: 1 } });
    expect([...first.writes(), ...second.writes()]).toEqual([]);
  });

  step("leaves alone what ignoreChanges names", async () => {
    first.editHost(blog, (json) => ({ ...json, owner: "sales" }));
    program = async () => {
      await twoAccounts("8.3", second.tokens.admin)();
      const inputs = { hostId: blog, json: { owner: "marketing", cache: true }, deploy: { pollInterval: 1 } };
      new Host("blog", inputs, { ignoreChanges: ["json.owner"] });
      return {};
    };
    expect(await stack.refresh()).toMatchObject({ ok: true });
    expect(await stack.up()).toMatchObject({ ok: true });
    expect(first.host(blog).deployedJson).toEqual({ owner: "sales", cache: true });
  });

  step("asks the account of the provider that a call is given, and keeps credentials secret", async () => {
    program = async () => {
      await twoAccounts("8.3", second.tokens.admin)();
      const provider = new Provider("asked", { baseUrl: second.url, token: second.tokens.admin });
      const inputs = { hostId: blog, json: { owner: "marketing", cache: true }, deploy: { pollInterval: 1 } };
      const web = new Host("blog", inputs, { ignoreChanges: ["json.owner"] });
      const { hosts } = await getHosts();
      return {
        own: hosts.map(({ name }) => name),
        others: getHostOutput({ hostId: other }, { provider }).json,
        credentials: getHostCredentialsOutput({ hostId: web.hostId }),
        read: Host.get("read", String(shop)).name,
        secretly: pulumi.output(web.savedJson).apply(() => 1),
      };
    };
    const { ok, outputs } = await stack.up();
    expect(ok).toBe(true);
    expect(outputs).toMatchObject({
      own: { value: ["shop", "blog"], secret: false },
      others: { value: { php: { version: "8.3" } }, secret: true },
      credentials: {
        value: expect.objectContaining({ masterUser: expect.anything() as unknown }) as unknown,
        secret: true,
      },
      read: { value: "shop" },
      secretly: { secret: true },
    });
    expect([...first.writes(), ...second.writes()]).toEqual([]);
  });

  step("destroys without a write", async () => {
    expect(await stack.destroy()).toMatchObject({ ok: true });
    expect([...first.writes(), ...second.writes()]).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });
});
