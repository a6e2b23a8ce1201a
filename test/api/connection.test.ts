import type { ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createHostConfigApi } from "../../provider/api/createHostConfigApi";
import {
  ClientClosedError,
  ConnectionError,
  InvalidResponseError,
  RequestTimeoutError,
} from "../../provider/api/errors";
import { explainConnectionFailure } from "../../provider/api/connectionFailure";
import { ManualTimers } from "./manualTimers";
import { send } from "./scriptedServer";
import { errorOf, startTestApi, type TestApi } from "./testApi";

describe("connections", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  const host = { id: 12, name: "web1" };

  it("a refused connection names the host, and nothing has happened", async () => {
    const closed = await freePort();
    const api = test.connect({ baseUrl: `http://127.0.0.1:${closed}`, maxRetries: 0 });
    const error = await errorOf(api.startDeploy(12, "deploy"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      code: "ECONNREFUSED",
      host: `127.0.0.1:${closed}`,
      sent: false,
      mayHaveHappened: false,
      transient: true,
      status: undefined,
    });
    expect((error as Error).message).toMatch(/refused the connection.*hostconfig:baseUrl/);
  });

  it("a reset after the request was sent may have happened", async () => {
    test.server.answers((_, response) => response.destroy());
    const error = await errorOf(test.connect().startDeploy(12, "deploy"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: true, mayHaveHappened: true });
    expect((error as Error).message).toContain("may have carried the request out");
    expect(test.server.requests).toHaveLength(1);
  });

  it("an answer that breaks off is a broken connection", async () => {
    test.server.answers((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"id": 12,', () => response.destroy());
    });
    const api = test.connect({ maxRetries: 0 });
    await expect(api.getHost(12)).rejects.toMatchObject({ name: "ConnectionError", mayHaveHappened: false });
    await expect(api.createHost({ name: "web1", clientId: 3 })).rejects.toMatchObject({
      name: "ConnectionError",
      mayHaveHappened: true,
    });
  });

  it("a refusal whose body breaks off is still a refusal", async () => {
    test.server.answers((_, response) => {
      response.writeHead(404, { "content-length": "1000" });
      response.write("{", () => response.destroy());
    });
    await expect(test.connect().getHost(12)).rejects.toMatchObject({ name: "NotFoundError" });
  });

  it.each([
    ["certificate of a private authority", "SELF_SIGNED_CERT_IN_CHAIN", /NODE_EXTRA_CA_CERTS/, false],
    ["certificate that its authority did not sign", "CERT_SIGNATURE_FAILURE", /NODE_EXTRA_CA_CERTS/, false],
    ["certificate for another name", "ERR_TLS_CERT_ALTNAME_INVALID", /another name/, false],
    ["expired certificate", "CERT_HAS_EXPIRED", /not valid at this time/, false],
    ["port without TLS", "ERR_SSL_WRONG_VERSION_NUMBER", /https is spoken/, false],
    ["unknown name", "ENOTFOUND", /DNS/, true],
    ["busy name server", "EAI_AGAIN", /DNS/, true],
    ["silent host", "UND_ERR_CONNECT_TIMEOUT", /firewall/, true],
    ["server of another protocol", "HPE_INVALID_CONSTANT", /does not answer with HTTP/, true],
    ["new kind of failure", "EWHATEVER", /EWHATEVER/, true],
  ])("explains a %s", (_, code, words, transient) => {
    const below = Object.assign(new Error("details"), { code });
    const error = new AggregateError([below]);
    const failure = explainConnectionFailure(error, "panel.example.com");
    expect(failure).toMatchObject({ code, transient });
    expect(failure.explanation).toMatch(words);
    expect(failure.explanation).toContain("panel.example.com");
  });

  it("explains a proxy that refuses", () => {
    const failure = explainConnectionFailure(
      new Error("Proxy response (407) !== 200 when HTTP Tunneling"),
      "x",
    );
    expect(failure).toMatchObject({ transient: false });
    expect(failure.explanation).toMatch(/proxy answered 407.*HTTPS_PROXY/);
  });

  it("what is not HTTP is told", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    const port = await listen(server);
    const api = test.connect({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
    const error = await errorOf(api.getHost(12));
    server.close();
    expect((error as Error).message).toMatch(/does not answer with HTTP/);
  });

  describe("the time-out", () => {
    const short = { requestTimeout: 0.05, maxRetries: 0 };

    it("names its setting, and a write may have happened", async () => {
      const { startTimer, expire } = new ManualTimers();
      test.server.answers(expire);
      const error = await errorOf(test.connect(short, { startTimer }).startDeploy(12, "deploy"));
      expect(error).toBeInstanceOf(RequestTimeoutError);
      expect(error).toMatchObject({ seconds: 0.05, mayHaveHappened: true, transient: true });
      expect((error as Error).message).toContain("hostconfig:requestTimeout");
    });

    it("does not count the time in the queue", async () => {
      const timers = new ManualTimers();
      const running: number[] = [];
      const one = { maxRetries: 0, maxConcurrentRequests: 1 };
      const api = test.connect(one, { startTimer: timers.startTimer });
      test.server.answers((_, response) => {
        running.push(timers.running);
        send(response, { json: host });
      });
      await Promise.all(Array.from({ length: 8 }, () => api.getHost(12)));
      expect(running).toEqual(Array(8).fill(1));
    });

    it("for a connection that does not come about is not a request that was sent", async () => {
      const sockets: Socket[] = [];
      // Accepts, and never answers the TLS greeting.
      const server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
      const port = await listen(server);
      const api = test.connect({ ...short, baseUrl: `https://127.0.0.1:${port}` });
      const error = await errorOf(api.startDeploy(12, "deploy"));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ sent: false, mayHaveHappened: false });
      for (const socket of sockets) socket.destroy();
      server.close();
    });
  });

  it("does not read more than 32 MB", async () => {
    test.server.answers((_, response) => {
      response.on("error", () => undefined);
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4 * 1024 * 1024, 32)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const error = await errorOf(test.connect().getHost(12));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect((error as Error).message).toContain("larger than 32 MB");
    expect(test.server.requests).toHaveLength(1);
  });

  it("has no more requests under way than are allowed", async () => {
    const open: ServerResponse[] = [];
    let most = 0;
    test.server.answers((_, response) => {
      open.push(response);
      most = Math.max(most, open.length);
      // Answers come only when as many as allowed are there.
      if (open.length >= 3) for (const waiting of open.splice(0)) send(waiting, { json: host });
    });
    const api = test.connect({ maxConcurrentRequests: 3 });
    await Promise.all(Array.from({ length: 21 }, () => api.getHost(12)));
    expect(most).toBe(3);
  });

  it("uses connections again", async () => {
    const ports = new Set<number | undefined>();
    test.server.answers((_, response) => {
      ports.add(response.socket?.remotePort);
      send(response, { json: host });
    });
    const api = test.connect();
    for (let call = 0; call < 10; call += 1) await api.getHost(12);
    expect(ports.size).toBeLessThan(3);
  });

  describe("an aborted signal", () => {
    it("rejects with its own reason before anything is sent", async () => {
      const reason = { because: "user" };
      await expect(errorOf(test.connect().getHost(12, { signal: AbortSignal.abort(reason) }))).resolves.toBe(
        reason,
      );
      expect(test.server.requests).toHaveLength(0);
    });

    it("ends a request under way", async () => {
      const controller = new AbortController();
      const reason = new Error("Ctrl-C");
      test.server.answers(() => {
        controller.abort(reason);
      });
      await expect(errorOf(test.connect().getHost(12, { signal: controller.signal }))).resolves.toBe(reason);
    });

    it("ends the wait for another try", async () => {
      const controller = new AbortController();
      const reason = new Error("Ctrl-C");
      test.server.answers({ status: 503 });
      const clock = {
        now: () => 0,
        sleep: (_: number, signal?: AbortSignal) =>
          new Promise<void>((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              reject(reason);
            });
            controller.abort(reason);
          }),
      };
      const api = test.connect({}, { clock });
      await expect(errorOf(api.getHost(12, { signal: controller.signal }))).resolves.toBe(reason);
      expect(test.server.requests).toHaveLength(1);
    });

    it("ends the wait in the queue, and holds up nobody else", async () => {
      const controller = new AbortController();
      const reason = new Error("Ctrl-C");
      const api = test.connect({ maxConcurrentRequests: 1 });
      let answerFirst = () => {};
      const arrived = new Promise<void>((resolve) => {
        test.server.answers(
          (_, response) => {
            answerFirst = () => {
              send(response, { json: host });
            };
            resolve();
          },
          { json: host },
        );
      });
      const first = api.getHost(1);
      await arrived;
      const second = errorOf(api.getHost(2, { signal: controller.signal }));
      const third = api.getHost(3);
      controller.abort(reason);
      await expect(second).resolves.toBe(reason);
      answerFirst();
      await Promise.all([first, third]);
      expect(test.server.requests.map(({ url }) => url)).toEqual(["/api/v1/hosts/1", "/api/v1/hosts/3"]);
    });
  });

  describe("closing", () => {
    it("ends calls under way and refuses new ones", async () => {
      const api = test.connect();
      const arrived = new Promise<void>((resolve) => {
        test.server.answers(() => {
          resolve();
        });
      });
      const call = errorOf(api.getHost(12));
      await arrived;
      await api.close();
      await expect(call).resolves.toBeInstanceOf(ClientClosedError);
      await expect(api.getHost(12)).rejects.toBeInstanceOf(ClientClosedError);
    });
  });

  describe("proxies", () => {
    const variables = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];
    const saved = variables.map((name) => [name, process.env[name]] as const);
    afterEach(() => {
      for (const [name, value] of saved) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    });
    beforeEach(() => {
      for (const name of variables) Reflect.deleteProperty(process.env, name);
    });

    const settings = {
      token: () => "some-token",
      maxConcurrentRequests: 1,
      requestTimeout: 5,
      maxRetries: 0,
      allowInsecureHttp: true,
    };

    it("are used for the service", async () => {
      const asked: string[] = [];
      const proxy = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", (data) => {
          asked.push(data.toString().split("\r\n")[0] ?? "");
          socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
        });
      });
      process.env["HTTPS_PROXY"] = `http://127.0.0.1:${await listen(proxy)}`;
      const api = createHostConfigApi({ ...settings, baseUrl: "https://panel.example.com" });
      await expect(api.startDeploy(12, "deploy")).rejects.toMatchObject({
        name: "ConnectionError",
        mayHaveHappened: false,
      });
      expect(asked).toEqual(["CONNECT panel.example.com:443 HTTP/1.1"]);
      await api.close();
      proxy.close();
    });

    it("never see what goes to a loopback address", async () => {
      process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
      test.server.answers({ json: host });
      await expect(test.connect().getHost(12)).resolves.toMatchObject({ id: 12 });
    });

    it("a malformed variable is a clear error without its value", () => {
      process.env["HTTPS_PROXY"] = "user:p4ss@proxy:port";
      const make = () => createHostConfigApi({ ...settings, baseUrl: "https://panel.example.com" });
      expect(make).toThrow(/HTTPS_PROXY/);
      expect(make).not.toThrow(/p4ss/);
    });
  });
});

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
