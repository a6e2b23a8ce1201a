import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eitherDoor, type DoorProgram } from "../doors/door";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { issue, makeAuthority } from "./certificates";
import { startTlsFront, type TlsFront } from "./tlsFront";
import { startTunnelProxy, type TunnelProxy } from "./tunnelProxy";
import { steps } from "../steps";

jest.setTimeout(600_000);

const token = "t0ken-That-nobody-may-see";

/** Each test runs the same program with other variables around it. */
describe.each(eitherDoor("commonjs"))("$name: on the way to the service", (door) => {
  let emulator: Emulator;
  let front: TlsFront;
  let proxy: TunnelProxy;
  let engine: Engine;
  let program: DoorProgram;
  let folder: string;
  let surrounding: NodeJS.ProcessEnv;
  let variables: Record<string, string>;

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 0 });
    emulator.addToken({ access: "admin", token });
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web1" });
    const authority = await makeAuthority();
    front = await startTlsFront(emulator.url, await issue(authority, "panel.test"));
    proxy = await startTunnelProxy();
    proxy.leadTo(front.port);
    folder = await mkdtemp(join(tmpdir(), "hostconfig-ca-"));
    const file = join(folder, "authority.pem");
    await writeFile(file, authority.cert);
    engine = await openEngine();
    surrounding = { ...engine.env };
    program = await door.open({ engine, config: {} });
    await program.declare({ web: { type: "Host", inputs: { hostId, json: { a: 1 } } } });
    variables = {
      HOSTCONFIG_BASE_URL: "https://panel.test",
      HOSTCONFIG_TOKEN: token,
      HOSTCONFIG_MAX_RETRIES: "0",
      HTTPS_PROXY: proxy.url,
      // What runs on this machine is not reached through a proxy: Pulumi's own connections.
      NO_PROXY: "127.0.0.1,localhost",
      NODE_EXTRA_CA_CERTS: file,
    };
  });

  afterAll(async () => {
    await program.close();
    await engine.close();
    await Promise.all([proxy.close(), front.close(), emulator.close()]);
    await rm(folder, { recursive: true });
  });

  /** Sets the variables around the next run; undefined unsets one. */
  const surround = (changes: Record<string, string | undefined>) => {
    for (const name of Object.keys(engine.env)) Reflect.deleteProperty(engine.env, name);
    const proxies = /^(https?|no)_proxy$/i;
    const others = Object.entries(surrounding).filter(([name]) => !proxies.test(name));
    const wanted = Object.entries({ ...variables, ...changes }).filter(([, value]) => value !== undefined);
    Object.assign(engine.env, Object.fromEntries([...others, ...wanted]));
  };

  const step = steps("step by step", () => {
    proxy.asked.length = 0;
    emulator.clearRequests();
  });

  step("refuses a certificate of an authority that it does not know, and sends nothing", async () => {
    surround({ NODE_EXTRA_CA_CERTS: undefined });
    const up = await program.up();
    expect(up.output).toContain("TLS certificate of panel.test is not trusted here");
    expect(up.output).toContain("NODE_EXTRA_CA_CERTS");
    expect([up.ok, emulator.requests.length]).toEqual([false, 0]);
  });

  step("refuses such a certificate also if the environment asks for no verification", async () => {
    surround({ NODE_EXTRA_CA_CERTS: undefined, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    const up = await program.up();
    expect(up.output).toContain("TLS certificate of panel.test is not trusted here");
    expect([up.ok, emulator.requests.length]).toEqual([false, 0]);
  });

  step("refuses a certificate for another name, and sends nothing", async () => {
    surround({ HOSTCONFIG_BASE_URL: "https://other.test" });
    const up = await program.up();
    expect(up.output).toContain("the TLS certificate that other.test presents is for another name");
    expect([up.ok, emulator.requests.length]).toEqual([false, 0]);
  });

  step("stops in the preview at plain http to another machine", async () => {
    surround({ HOSTCONFIG_BASE_URL: "http://panel.test" });
    const preview = await program.preview();
    expect(preview.output).toContain("must begin with https://");
    expect([preview.ok, proxy.asked]).toEqual([false, []]);
  });

  step("goes past the proxy where NO_PROXY says so", async () => {
    surround({ NO_PROXY: "127.0.0.1,localhost,.test" });
    const up = await program.up();
    expect(up.output).toMatch(/panel\.test/);
    expect([up.ok, proxy.asked]).toEqual([false, []]);
  });

  step(
    "trusts the authority of NODE_EXTRA_CA_CERTS, and shows the proxy neither token nor content",
    async () => {
      surround({});
      expect(await program.up()).toMatchObject({ ok: true });
      expect(emulator.requests.length).toBeGreaterThan(0);
      expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT panel.test:443"]));
      expect(new Set(proxy.credentials)).toEqual(
        new Set([`Basic ${Buffer.from("user:proxy-Passw0rd").toString("base64")}`]),
      );
      for (const secret of [token, "Bearer", "/api/v1"]) expect(proxy.seen()).not.toContain(secret);
    },
  );

  step("knows the variables in small letters too", async () => {
    const { HTTPS_PROXY, NO_PROXY } = variables;
    surround({ HTTPS_PROXY: undefined, NO_PROXY: undefined, https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY });
    expect(await program.refresh()).toMatchObject({ ok: true });
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT panel.test:443"]));
  });

  step("asks no proxy for a loopback address", async () => {
    surround({ HOSTCONFIG_BASE_URL: emulator.url, HTTP_PROXY: proxy.url });
    expect(await program.refresh()).toMatchObject({ ok: true });
    expect(emulator.requests.length).toBeGreaterThan(0);
    expect(proxy.asked).toEqual([]);
  });

  step("never shows the password of a proxy", async () => {
    await proxy.close();
    surround({});
    const refresh = await program.refresh();
    expect(refresh.ok).toBe(false);
    expect(refresh.output).not.toContain("proxy-Passw0rd");
  });
});
