import type { ServerResponse } from "node:http";
import fc from "fast-check";
import {
  ConnectionError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
  type ApiError,
} from "../../provider/api/errors";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import { readRetryAfter, retryDelay, type Repeatability } from "../../provider/api/retry";
import { HeldClock } from "./heldClock";
import { ManualTimers } from "./manualTimers";
import { errorOf, startTestApi, type TestApi } from "./testApi";

const names = { endpoint: "GET /api/v1/hosts/12", address: "https://panel.example.com" };
const rateLimited = (retryAfter?: number) => new RateLimitError({ ...names, retryAfter });
const failed = (status: number, retryAfter?: number) =>
  new ServerError({ ...names, status, retryAfter, mayHaveHappened: false });
const broken = (sent: boolean, transient = true) =>
  new ConnectionError({
    ...names,
    sent,
    transient,
    mayHaveHappened: false,
    host: "h",
    code: undefined,
    explanation: "",
  });
const timedOut = new RequestTimeoutError({ ...names, mayHaveHappened: false, seconds: 30 });
const fresh = { retries: 0, rateLimited: 0, rateLimitWait: 0 };

describe("when to try again", () => {
  it.each<[string, ApiError, Repeatability[]]>([
    ["502", failed(502), ["read", "save"]],
    ["503", failed(503), ["read", "save"]],
    ["504", failed(504), ["read", "save"]],
    ["500", failed(500), []],
    ["a time-out", timedOut, ["read"]],
    ["a connection that broke", broken(true), ["read", "save"]],
    ["a connection that did not come about", broken(false), ["read", "save", "once"]],
    ["a certificate that is not trusted", broken(false, false), []],
    ["429", rateLimited(1000), ["read", "save", "once"]],
  ])("after %s", (_, error, again) => {
    const kinds: Repeatability[] = ["read", "save", "once"];
    expect(kinds.filter((kind) => retryDelay(error, kind, fresh, 5, () => 0.5) !== undefined)).toEqual(again);
  });

  it("waits between nothing and an exponential bound of at most half a minute", () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (retries, random) => {
          const delay = retryDelay(failed(503), "read", { ...fresh, retries }, 1000, () => random) ?? -1;
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** retries));
        },
      ),
    );
  });

  it("gives up after maxRetries, but not for the rate limit", () => {
    const tries = { ...fresh, retries: 5 };
    expect(retryDelay(failed(503), "read", tries, 5, () => 0.5)).toBeUndefined();
    expect(retryDelay(rateLimited(1000), "read", tries, 5, () => 0.5)).toBe(1000);
  });

  it("gives up when the rate limit would take more than ten minutes", () => {
    expect(retryDelay(rateLimited(1000), "read", { ...fresh, rateLimitWait: 599_000 }, 5, () => 0)).toBe(
      1000,
    );
    expect(
      retryDelay(rateLimited(1000), "read", { ...fresh, rateLimitWait: 599_001 }, 5, () => 0),
    ).toBeUndefined();
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each<[string | undefined, string | undefined, number | undefined]>([
    ["7", undefined, 7000],
    [" 0 ", undefined, 0],
    ["1.5", undefined, 1500],
    ["86400", undefined, 300_000],
    ["Thu, 01 Jan 2026 00:00:30 GMT", undefined, 30_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", undefined, 0],
    // The service's clock is an hour ahead.
    ["Thu, 01 Jan 2026 01:00:30 GMT", "Thu, 01 Jan 2026 01:00:00 GMT", 30_000],
    ["Thursday, 01-Jan-26 00:00:30 GMT", undefined, 30_000],
    ["-5", undefined, undefined],
    ["soon", undefined, undefined],
    ["", undefined, undefined],
    [undefined, undefined, undefined],
  ])("%s (Date: %s) is %s", (value, date, milliseconds) => {
    expect(readRetryAfter(value, date, now)).toBe(milliseconds);
  });

  it("is never negative, never above five minutes, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), fc.string(), (value, date) => {
        const read = readRetryAfter(value, date, now);
        expect(read === undefined || (read >= 0 && read <= 300_000)).toBe(true);
      }),
    );
  });
});

describe("tries", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  const host = { json: { id: 12, name: "web1" } };
  const calls: Record<Repeatability, (api: HostConfigApi) => Promise<unknown>> = {
    read: (api) => api.getHost(12),
    save: (api) => api.saveHost(12, { json: { a: 1 } }),
    once: (api) => api.startDeploy(12, "deploy"),
  };

  it.each([502, 503, 504])("a read and a save get through after %d, with the same body", async (status) => {
    for (const kind of ["read", "save"] as const) {
      test.server.requests.length = 0;
      test.server.answers({ status }, { status }, host);
      await calls[kind](test.connect());
      expect(test.server.requests).toHaveLength(3);
      expect(new Set(test.server.requests.map(({ body }) => body)).size).toBe(1);
    }
    expect(test.clock.sleeps).toEqual([250, 500, 250, 500]);
  });

  it.each([
    ["a deployment's start", calls.once],
    ["a reset", (api: HostConfigApi) => api.resetDeploy(12)],
    ["a create", (api: HostConfigApi) => api.createHost({ name: "a", clientId: 1 })],
  ])("%s is never sent twice where the first may have arrived", async (_, call) => {
    for (const answer of [
      { status: 503 },
      { status: 504 },
      (_request: unknown, response: { destroy(): unknown }) => void response.destroy(),
    ]) {
      test.server.requests.length = 0;
      test.server.answers(answer);
      await expect(errorOf(call(test.connect()))).resolves.toMatchObject({ mayHaveHappened: true });
      expect(test.server.requests).toHaveLength(1);
    }
  });

  it("even a deployment's start is tried again where no connection came about", async () => {
    const api = test.connect({ baseUrl: "http://127.0.0.1:1" });
    await expect(calls.once(api)).rejects.toMatchObject({ name: "ConnectionError", sent: false });
    expect(test.clock.sleeps).toHaveLength(5);
  });

  it("a read and a save get through after a reset", async () => {
    for (const kind of ["read", "save"] as const) {
      test.server.answers((_, response) => response.destroy(), host);
      await calls[kind](test.connect());
    }
    expect(test.server.requests).toHaveLength(4);
  });

  it("a read gets through after a time-out, a save does not try", async () => {
    const { startTimer, expire } = new ManualTimers();
    test.server.answers(expire, host);
    await calls.read(test.connect({}, { startTimer }));
    expect(test.server.requests).toHaveLength(2);
    test.server.answers(expire);
    await expect(calls.save(test.connect({}, { startTimer }))).rejects.toMatchObject({
      name: "RequestTimeoutError",
    });
    expect(test.server.requests).toHaveLength(3);
  });

  it("stops after maxRetries with the last error", async () => {
    test.server.answers({ status: 503, json: { error: "maintenance" } });
    await expect(calls.read(test.connect({ maxRetries: 2 }))).rejects.toMatchObject({
      status: 503,
      serviceMessage: "maintenance",
    });
    expect(test.server.requests).toHaveLength(3);
  });

  it("a refused save may have happened in an earlier try, a refused read may not", async () => {
    for (const [kind, mayHaveHappened] of [
      ["save", true],
      ["read", false],
    ] as const) {
      test.server.answers((_, response) => response.destroy(), { status: 403 });
      await expect(calls[kind](test.connect())).rejects.toMatchObject({ status: 403, mayHaveHappened });
    }
    test.server.answers({ status: 403 });
    await expect(calls.save(test.connect())).rejects.toMatchObject({ mayHaveHappened: false });
  });

  it("waits what a 503 asks for", async () => {
    test.server.answers({ status: 503, headers: { "retry-after": "9" } }, host);
    await calls.read(test.connect());
    expect(test.clock.sleeps).toEqual([9000]);
  });

  it.each(["read", "save", "once"] as const)("429 is waited out by a %s", async (kind) => {
    test.server.answers({ status: 429, headers: { "retry-after": "9" } }, host);
    await calls[kind](test.connect({ maxRetries: 0 }));
    expect(test.clock.sleeps).toEqual([9000]);
    expect(test.server.requests).toHaveLength(2);
  });

  it.each([undefined, "soon", "0"])("429 with Retry-After %s backs off", async (value) => {
    const headers: Record<string, string> = value === undefined ? {} : { "retry-after": value };
    const refusal = { status: 429, headers };
    test.server.answers(refusal, refusal, refusal, host);
    await calls.read(test.connect());
    expect(test.clock.sleeps).toEqual([250, 500, 1000]);
  });

  it("a storm of 429 ends in success", async () => {
    const storm = Array.from({ length: 300 }, () => ({ status: 429, headers: { "retry-after": "1" } }));
    test.server.answers(...storm, host);
    await Promise.all(
      Array.from({ length: 30 }, () => calls.read(test.connect({ maxConcurrentRequests: 4 }))),
    );
    expect(test.server.requests).toHaveLength(330);
  });

  it("a 429 that never ends is an error in the end", async () => {
    test.server.answers({ status: 429, headers: { "retry-after": "3600" } });
    await expect(calls.read(test.connect())).rejects.toBeInstanceOf(RateLimitError);
    expect(test.clock.sleeps).toEqual([300_000, 300_000]);
  });

  it("one 429 holds back those who come later, although there is room for them", async () => {
    const clock = new HeldClock();
    const sentAt: number[] = [];
    const answered = (response: ServerResponse) => {
      sentAt.push(clock.now());
      response.end(JSON.stringify(host.json));
    };
    test.server.answers({ status: 429, headers: { "retry-after": "9" } }, (_, response) => {
      answered(response);
    });
    const api = test.connect({}, { clock });
    const refused = calls.read(api);
    await clock.firstSleep;
    const later = calls.read(api);
    // Whoever is not held back has arrived when another client has its answer.
    await calls.read(test.connect());
    clock.advance(9000);
    await Promise.all([refused, later]);
    expect(sentAt).toEqual([0, 9000, 9000]);
  });

  it("the wait for another try ends with the signal's reason", async () => {
    const stop = new AbortController();
    const reason = new Error("the user stops");
    test.server.answers({ status: 503 });
    const clock = new HeldClock();
    const reading = test.connect({}, { clock }).getHost(12, { signal: stop.signal });
    void clock.firstSleep.then(() => {
      stop.abort(reason);
    });
    await expect(reading).rejects.toBe(reason);
  });

  it("one 429 holds back every request of the client", async () => {
    const from = test.clock.now();
    const sentAt: number[] = [];
    test.server.answers(
      (_, response) => {
        sentAt.push(test.clock.now());
        response.writeHead(429, { "retry-after": "9" }).end();
      },
      (_, response) => {
        sentAt.push(test.clock.now());
        response.end(JSON.stringify(host.json));
      },
    );
    const api = test.connect({ maxConcurrentRequests: 1 });
    await Promise.all(Array.from({ length: 5 }, () => calls.read(api)));
    expect(sentAt.map((time) => Math.round((time - from) / 1000))).toEqual([0, 9, 9, 9, 9, 9]);
  });
});
