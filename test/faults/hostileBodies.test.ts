import {
  ApiError,
  ConnectionError,
  InvalidResponseError,
  RequestTimeoutError,
} from "../../provider/api/errors";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import { OutputFollower } from "../../provider/deploy/output";
import { hostLifecycle } from "../../provider/resource/lifecycle";
import { ManagedRecords } from "../../provider/resource/managedRecords";
import { gzipSync } from "node:zlib";
import type { ServerResponse } from "node:http";
import { plainOutput, safeText } from "../../provider/api/safeText";
import { send } from "../api/scriptedServer";
import { ManualTimers } from "../api/manualTimers";
import { errorOf, startTestApi, type TestApi } from "../api/testApi";
import { ManagedResource } from "../lifecycle/managedResource";
import { itInFull } from "../full";
import { unplain } from "./hostileJson";

jest.setTimeout(60_000);

let test: TestApi;
beforeEach(async () => {
  test = await startTestApi();
});
afterEach(() => test.close());

const json = { "content-type": "application/json" };
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const deepList = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const host = (configuration: string) => `{"id":1,"name":"web1","client_id":1,"json":${configuration}}`;
const readHost = (api: HostConfigApi) => api.getHost(1);

describe("an answer that is nested 100,000 levels deep", () => {
  it.each([
    ["as a whole", deepList(100_000)],
    ["in the configuration", host(deep(100_000))],
    ["in a configuration as text", host(JSON.stringify(deep(100_000)))],
    ["in a field that nobody reads", `{"id":1,"name":"web1","extra":${deepList(100_000)}}`],
  ])("is an error that says so: %s", async (_where, text) => {
    test.server.answers({ text, headers: json });
    const error = await errorOf(readHost(test.connect()));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect((error as Error).message).toMatch(/GET \/api\/v1\/hosts\/1 .* levels/);
    expect(test.server.requests).toHaveLength(1);
  });

  it.each([deep(100_000), `{"errors":${deepList(100_000)}}`, `{"error":${deep(100_000)}}`])(
    "in the body of a refusal leaves the refusal what it is",
    async (text) => {
      test.server.answers({ status: 422, text, headers: json });
      expect(await errorOf(readHost(test.connect()))).toMatchObject({ name: "ValidationError", status: 422 });
    },
  );

  it("is read as long as it is below 500 levels", async () => {
    test.server.answers({ text: host(deep(490)), headers: json });
    expect(await readHost(test.connect())).toMatchObject({ json: { a: { a: {} } } });
  });
});

describe("an answer with more members than a call takes arguments", () => {
  const many = 150_000;

  it("is one error where none of the items of a list fits", async () => {
    test.server.answers({ text: `[${"0,".repeat(many)}0]`, headers: json });
    expect(await errorOf(test.connect().listHosts())).toMatchObject({
      name: "InvalidResponseError",
      field: "[0]",
    });
  });

  itInFull("is a host like any other, also where the state takes it over", async () => {
    const members = Array.from({ length: many }, (_, index) => `"key${index}":"value ${index}"`);
    test.server.answers((request, response) => {
      const isStatus = request.url.endsWith("/deploy");
      send(
        response,
        isStatus ? { status: 404, json: {} } : { text: host(`{${members.join(",")}}`), headers: json },
      );
    });
    const resource = managedHost();
    await resource.import("1");
    await resource.refresh();
    expect(Object.keys(resource.outputs.savedJson as object)).toHaveLength(many);
  });
});

function managedHost(say: (message: string) => void = () => undefined): ManagedResource {
  return new ManagedResource(hostLifecycle, {
    api: test.connect({ maxRetries: 2 }),
    clock: test.clock,
    progress: { status: say, info: say, warn: say },
    redact: (text) => text,
    randomHex: (bytes) => "0".repeat(2 * bytes),
    managed: new ManagedRecords(),
    onConflict: "warn",
    waitByDefault: true,
  });
}

describe("a body", () => {
  const endless = (response: ServerResponse, status: number) => {
    response.writeHead(status, json);
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  };

  it("without an end is read up to 32 MB", async () => {
    test.server.answers((_request, response) => {
      endless(response, 200);
    });
    const error = await errorOf(readHost(test.connect()));
    expect((error as Error).message).toContain("the body is larger than 32 MB, which is not read");
    expect(test.server.requests).toHaveLength(1);
  });

  it("without an end under a refusal leaves the refusal what it is", async () => {
    test.server.answers((_request, response) => {
      endless(response, 403);
    });
    expect(await errorOf(readHost(test.connect()))).toMatchObject({ name: "ForbiddenError" });
  });

  it("that dribbles byte by byte ends with the time-out", async () => {
    const { startTimer, expire } = new ManualTimers();
    test.server.answers((_request, response) => {
      response.writeHead(200, json);
      let bytes = 0;
      const dribble = () => {
        if (response.destroyed) return;
        response.write(" ");
        bytes += 1;
        if (bytes === 50) expire();
        setImmediate(dribble);
      };
      dribble();
    });
    const error = await errorOf(readHost(test.connect({ maxRetries: 0 }, { startTimer })));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({ mayHaveHappened: false });
  });

  it("that is encoded, although nobody asked for that, is decoded up to 32 MB", async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, " "));
    test.server.answers((_request, response) => {
      response.writeHead(200, { ...json, "content-encoding": "gzip" });
      response.end(bomb);
    });
    const error = await errorOf(readHost(test.connect({ maxRetries: 0 })));
    expect((error as Error).message).toMatch(/the body is larger than 32 MB/);
    expect(test.server.requests[0]?.headers).not.toHaveProperty("accept-encoding");
  });

  it.each([
    ["longer than it is", "100"],
    ["shorter than it is", "3"],
  ])("whose length is told to be %s is an error", async (_lie, length) => {
    test.server.answers((_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n{"id": 1, "name": "web1"}`);
    });
    expect(await errorOf(readHost(test.connect({ maxRetries: 1 })))).toBeInstanceOf(ApiError);
  });
});

describe("headers", () => {
  it.each([
    "-1",
    "1e999",
    "99999999999999999999",
    "NaN",
    "soon",
    "",
    "0x10",
    "Thu, 99 Foo 99999 99:99:99 GMT",
    "\u00ff",
  ])("with Retry-After %j let a 429 end, after no more than its ten minutes", async (retryAfter) => {
    test.server.answers({ status: 429, headers: { "retry-after": retryAfter } });
    const before = test.clock.now();
    expect(await errorOf(readHost(test.connect()))).toMatchObject({ name: "RateLimitError" });
    expect(test.clock.now() - before).toBeLessThanOrEqual(10 * 60_000);
  });

  it.each(["-5", "1e9", "NaN", "99999999999999999999", "", "0", "0.5", "\u00ff"])(
    "with X-RateLimit %j hold nothing up",
    async (value) => {
      const headers = { ...json, "x-ratelimit-limit": value, "x-ratelimit-remaining": value };
      test.server.answers({ text: host("{}"), headers });
      const api = test.connect();
      const before = test.clock.now();
      for (let count = 0; count < 3; count += 1) await readHost(api);
      expect(test.clock.now() - before).toBe(0);
    },
  );

  it("without an end are an error", async () => {
    test.server.answers((_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${`x-more: ${"x".repeat(1000)}\r\n`.repeat(1000)}`);
    });
    expect(await errorOf(readHost(test.connect({ maxRetries: 1 })))).toBeInstanceOf(ConnectionError);
  });

  it("of interim answers without an end run into the time-out", async () => {
    const { startTimer, expire } = new ManualTimers();
    test.server.answers((_request, response) => {
      let count = 0;
      const announce = () => {
        if (response.socket === null || response.socket.destroyed) return;
        response.socket.write("HTTP/1.1 103 Early Hints\r\n\r\n");
        count += 1;
        if (count === 50) expire();
        setImmediate(announce);
      };
      announce();
    });
    expect(await errorOf(readHost(test.connect({ maxRetries: 0 }, { startTimer })))).toBeInstanceOf(
      RequestTimeoutError,
    );
  });
});

describe("a name that would act on a terminal", () => {
  const name = "\u001b[2J\u001b]0;owned\u0007web\u202e1";

  it("is shown where messages leave the provider, and stays what it is in the outputs", async () => {
    const said: string[] = [];
    let deployed = 0;
    test.server.answers((request, response) => {
      if (request.method === "POST" && request.url.endsWith("/deploy")) deployed += 1;
      const status = {
        publishing: false,
        publishing_status: "error",
        deploy_at: `${deployed}`,
        job_stdout: `${name}\n`,
      };
      const record = { id: 1, name, client_id: 1, json: { [name]: 1 } };
      send(response, { json: request.url.endsWith("/deploy") ? status : record });
    });
    const resource = managedHost((message) => said.push(message));
    await resource.up({ hostId: 1, json: { a: 1 } }).catch((error: unknown) => {
      said.push((error as Error).message);
    });
    await resource.refresh();
    const shown = safeText(said.join("\n"));
    expect(unplain(shown)).toEqual([]);
    const visibleName = "\\u001b[2J\\u001b]0;owned\\u0007web\\u202e1";
    expect(shown).toContain(`Host 1 (${visibleName}): what is saved has not been published yet`);
    expect(shown).toContain(`adopting the configuration changed what it held: json["`);
    expect(resource.outputs.name).toBe(name);
  });
});

describe("a job's output", () => {
  it("of a million lines shows its end, and says how much is left out", async () => {
    const said: string[] = [];
    let deployed = 0;
    test.server.answers((request, response) => {
      if (request.method === "POST" && request.url.endsWith("/deploy")) deployed += 1;
      const job_stdout = deployed > 0 ? "line\n".repeat(999_999) + "the last one" : "";
      const status = {
        publishing: false,
        publishing_status: "published",
        deploy_at: `${deployed}`,
        job_stdout,
      };
      const isStatus = request.url.endsWith("/deploy");
      send(response, isStatus ? { json: status } : { text: host("{}"), headers: json });
    });
    await managedHost((message) => said.push(message)).up({ hostId: 1, json: { a: 1 } });
    expect(said.length).toBeLessThan(200);
    expect(said.some((message) => message.endsWith("(999900 lines left out)"))).toBe(true);
    expect(said.some((message) => message.endsWith("the last one"))).toBe(true);
  });

  it.each([
    ["unfinished sequences", "\u001b[".repeat(1_000_000)],
    ["a sequence without an end", `\u001b]${";a".repeat(1_000_000)}`],
    ["parameters without an end", `\u001b[${"1;".repeat(1_000_000)}`],
    ["titles without an end", `\u001b]0;${"x".repeat(100)}`.repeat(20_000)],
  ])("of %s is plain soon", (_what, output) => {
    expect(unplain(safeText(plainOutput(output)))).toEqual([]);
    expect(new OutputFollower().take(output, true).map(safeText).flatMap(unplain)).toEqual([]);
  });
});
