import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator } from "../emulator";
import { packedCommandLine } from "../engine/packedPackage";
import { issue, makeAuthority } from "./certificates";
import { startTlsFront, type TlsFront } from "./tlsFront";
import { startTunnelProxy, type TunnelProxy } from "./tunnelProxy";

jest.setTimeout(60_000);

const token = "t0ken-That-nobody-may-see";

interface Check {
  check: string;
  result: string;
  message: string;
}

/** The command line in a process of its own that has NODE_TLS_REJECT_UNAUTHORIZED=0. */
describe("an environment that turns the verification of certificates off", () => {
  let emulator: Emulator;
  let service: TlsFront;
  let local: TlsFront;
  let httpProxy: TunnelProxy;
  let httpsProxy: TunnelProxy;
  let folder: string;
  let both: string;
  let onlyService: string;
  let onlyProxy: string;

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 0 });
    emulator.addToken({ access: "admin", token });
    emulator.addHost({ clientId: emulator.addClient(), name: "web1" });
    const serviceAuthority = await makeAuthority("Authority of the service");
    const proxyAuthority = await makeAuthority("Authority of the proxy");
    service = await startTlsFront(emulator.url, await issue(serviceAuthority, "panel.test"));
    local = await startTlsFront(emulator.url, await issue(serviceAuthority, "localhost"));
    httpProxy = await startTunnelProxy();
    httpsProxy = await startTunnelProxy(await issue(proxyAuthority, "localhost"));
    for (const proxy of [httpProxy, httpsProxy]) proxy.leadTo(service.port);
    folder = await mkdtemp(join(tmpdir(), "hostconfig-ca-"));
    both = join(folder, "both.pem");
    onlyService = join(folder, "service.pem");
    await writeFile(both, `${serviceAuthority.cert}\n${proxyAuthority.cert}`);
    await writeFile(onlyService, serviceAuthority.cert);
    onlyProxy = join(folder, "proxy.pem");
    await writeFile(onlyProxy, proxyAuthority.cert);
  });

  afterAll(async () => {
    await Promise.all([httpProxy, httpsProxy, service, local, emulator].map((server) => server.close()));
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    emulator.clearRequests();
    for (const proxy of [httpProxy, httpsProxy]) proxy.asked.length = 0;
  });

  const doctor = async (env: Record<string, string>): Promise<Map<string, Check>> => {
    const main = await packedCommandLine();
    const surrounding = Object.entries(process.env).filter(
      ([name]) => !/^(https?|no)_proxy$|^NODE_EXTRA_CA_CERTS$|^HOSTCONFIG_/i.test(name),
    );
    const stdout = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [main, "doctor", "--json"],
        {
          cwd: folder,
          env: {
            ...Object.fromEntries(surrounding),
            NODE_TLS_REJECT_UNAUTHORIZED: "0",
            HOSTCONFIG_TOKEN: token,
            HOSTCONFIG_BASE_URL: "https://panel.test",
            HOSTCONFIG_MAX_RETRIES: "0",
            ...env,
          },
        },
        // doctor ends with a status of its own if it finds a problem.
        (_error, output) => {
          resolve(output);
        },
      );
    });
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    return new Map(checks.map((check) => [check.check, check]));
  };

  const routes: [string, () => Record<string, string>][] = [
    ["directly", () => ({ HOSTCONFIG_BASE_URL: `https://localhost:${local.port}` })],
    ["through a proxy", () => ({ HTTPS_PROXY: httpProxy.url })],
    ["through an https proxy", () => ({ HTTPS_PROXY: httpsProxy.url })],
    [
      "through an https proxy that is trusted, while the service is not",
      () => ({ HTTPS_PROXY: httpsProxy.url, NODE_EXTRA_CA_CERTS: onlyProxy }),
    ],
    [
      "through an https proxy that is not trusted, while the service is",
      () => ({ HTTPS_PROXY: httpsProxy.url, NODE_EXTRA_CA_CERTS: onlyService }),
    ],
  ];

  it.each(routes)("no request is sent to an untrusted server %s", async (_name, env) => {
    const checks = await doctor(env());
    expect(checks.get("Address")).toMatchObject({
      result: "problem",
      message: expect.stringContaining("is not trusted here") as string,
    });
    expect(emulator.requests).toEqual([]);
    expect(httpProxy.seen() + httpsProxy.seen()).not.toContain(token);
  });

  it.each(routes.slice(0, 3))("a trusted server is asked %s", async (_name, env) => {
    const checks = await doctor({ ...env(), NODE_EXTRA_CA_CERTS: both });
    expect(checks.get("Address")).toMatchObject({ result: "ok" });
    expect(emulator.requests.length).toBeGreaterThan(0);
  });

  it("an https proxy that is not trusted gets no password", async () => {
    await doctor({ HTTPS_PROXY: httpsProxy.url, NODE_EXTRA_CA_CERTS: onlyService });
    expect(httpsProxy.asked).toEqual([]);
  });

  it("doctor names the variable", async () => {
    const checks = await doctor({ NODE_EXTRA_CA_CERTS: both, HTTPS_PROXY: httpProxy.url });
    expect(checks.get("Certificates")).toMatchObject({
      result: "warning",
      message: expect.stringContaining("NODE_TLS_REJECT_UNAUTHORIZED") as string,
    });
  });
});
