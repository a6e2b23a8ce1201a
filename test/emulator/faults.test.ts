import { addOneHost, ask, withEmulator } from "./asking";
import type { Emulator, Fault } from "./index";
import { Gate, startEmulator } from "./index";

const save = (emulator: Emulator, id: number) =>
  ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: { saved: true } } });
const isSaved = (emulator: Emulator, id: number) => emulator.host(id).savedJson["saved"] === true;

describe("a fault", () => {
  it.each([
    [{ at: "first" }, [503, 200, 200, 200]],
    [{ at: "second" }, [200, 503, 200, 200]],
    [{ at: 3 }, [200, 200, 503, 200]],
    [{ at: "every" }, [503, 503, 503, 503]],
    [{ at: "second", times: 2 }, [200, 503, 503, 200]],
    [{ at: "every", times: 3 }, [503, 503, 503, 200]],
  ] as const)("with %j befalls %j", (when, expected) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const handle = emulator.faults.add({ ...when, fault: { kind: "status", status: 503 } });
      const statuses = [];
      for (let count = 0; count < 4; count += 1) {
        statuses.push((await ask(emulator, `GET /api/v1/hosts/${id}`)).status);
      }
      expect(statuses).toEqual(expected);
      expect(handle.hits).toBe(expected.filter((status) => status === 503).length);
    }),
  );

  it("befalls only the requests that match", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const match = { method: "post", path: /\/hosts\/\d+$/ };
      const handle = emulator.faults.add({ match, at: "every", fault: { kind: "status", status: 500 } });
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).status).toBe(200);
      expect((await save(emulator, id)).status).toBe(500);
      handle.remove();
      expect((await save(emulator, id)).status).toBe(200);
    }));

  it("can be switched off with all others", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ at: "every", fault: { kind: "resetBefore" } });
      emulator.faults.clear();
      expect((await ask(emulator, "GET /api/v1/hosts")).status).toBe(200);
    }));

  it("can be several at once", () =>
    withEmulator({}, async (emulator) => {
      const late = { kind: "latency", ms: 20 } as const;
      emulator.faults.add({ fault: [late, { kind: "status", status: 502, run: true }] });
      const id = addOneHost(emulator);
      const { status } = await save(emulator, id);
      expect([status, isSaved(emulator, id)]).toEqual([502, true]);
      const [request] = emulator.requests;
      expect((request?.endedAt ?? 0) - (request?.startedAt ?? 0)).toBeGreaterThan(15);
    }));
});

describe("a connection", () => {
  it.each([
    ["before", "resetBefore", false, null],
    ["after", "resetAfter", true, null],
    ["after", "truncated", true, 200],
  ] as const)("ends %s the handler ran: %s", (_when, kind, saved, status) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const ended = emulator.nextRequest({ moment: "ended" });
      emulator.faults.add({ fault: { kind } });
      await expect(save(emulator, id)).rejects.toThrow();
      expect(isSaved(emulator, id)).toBe(saved);
      expect(await ended).toMatchObject({ status, outcome: "broken" });
    }),
  );

  it.each([
    [{ kind: "silence" }, false],
    [{ kind: "silence", run: true }, true],
    [{ kind: "latency", ms: 600_000 }, false],
    [{ kind: "latency", ms: 600_000, after: true }, true],
  ] satisfies [Fault, boolean][])("stays without an answer to %j until the emulator closes", (fault, saved) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.faults.add({ fault });
      const arrived = emulator.nextRequest({ method: "POST" });
      const answer = expect(save(emulator, id)).rejects.toThrow();
      expect(await arrived).toMatchObject({ outcome: "pending", status: null });
      expect(isSaved(emulator, id)).toBe(saved);
      await emulator.close();
      await answer;
    }),
  );
});

describe("a gate", () => {
  it.each([
    ["before", false],
    ["after", true],
  ] as const)("stops a request %s its handler runs, until it is opened", (when, saved) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const gate = new Gate();
      emulator.faults.add({ fault: { kind: "hold", gate, after: when === "after" } });
      const answer = save(emulator, id);
      await gate.reached;
      expect(isSaved(emulator, id)).toBe(saved);
      gate.open();
      expect((await answer).status).toBe(200);
      expect(isSaved(emulator, id)).toBe(true);
    }),
  );

  it("never lets a request go on whose caller has left", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const gate = new Gate();
      emulator.faults.add({ fault: { kind: "hold", gate } });
      const caller = new AbortController();
      const gone = expect(
        fetch(`${emulator.url}/api/v1/hosts/${id}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${emulator.tokens.admin}`, "Content-Type": "application/json" },
          body: JSON.stringify({ json: { saved: true } }),
          signal: caller.signal,
        }),
      ).rejects.toThrow();
      await gate.reached;
      caller.abort();
      await gone;
      await gate.deserted;
      gate.open();
      // A whole request later it would have gone on.
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).status).toBe(200);
      expect(isSaved(emulator, id)).toBe(false);
    }));
});

describe("an answer", () => {
  it("can be half a JSON text", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.faults.add({ fault: { kind: "brokenJson" } });
      const { status, text, json } = await save(emulator, id);
      expect([status, text, json]).toEqual([200, '{"message":"', undefined]);
    }));

  it.each([
    [undefined, false],
    [true, true],
  ] as const)("can be an HTML page, with run %s", (run, saved) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.faults.add({ fault: { kind: "html", status: 502, ...(run === undefined ? {} : { run }) } });
      const { status, headers, text } = await save(emulator, id);
      expect(status).toBe(502);
      expect(headers.get("content-type")).toMatch("text/html");
      expect(text).toContain("<h1>502 Bad Gateway</h1>");
      expect(isSaved(emulator, id)).toBe(saved);
    }),
  );

  it.each([401, 403, 404, 422, 429, 500, 502, 503, 504])(
    "can have the status %i without running the handler",
    (status) =>
      withEmulator({}, async (emulator) => {
        const id = addOneHost(emulator);
        emulator.faults.add({ fault: { kind: "status", status } });
        const reply = await save(emulator, id);
        expect(reply.status).toBe(status);
        expect(reply.json).toHaveProperty("error");
        expect(isSaved(emulator, id)).toBe(false);
      }),
  );

  it.each([
    [7, "7"],
    [new Date(Date.UTC(2025, 0, 15, 9, 1)), "Wed, 15 Jan 2025 09:01:00 GMT"],
    ["soon", "soon"],
  ])("can ask to wait with Retry-After %s", (retryAfter, expected) =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "status", status: 429, retryAfter } });
      const { headers } = await ask(emulator, "GET /api/v1/hosts");
      expect(headers.get("retry-after")).toBe(expected);
    }),
  );

  it.each([
    [null, ""],
    ["plain", "plain"],
    [{ errors: [] }, '{"errors":[]}'],
  ])("can have the body %j", (body, expected) =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "status", status: 422, body } });
      expect((await ask(emulator, "GET /api/v1/hosts")).text).toBe(expected);
    }),
  );

  it("can be a redirect to another origin", () =>
    withEmulator({}, async (emulator) => {
      const other = await startEmulator();
      emulator.faults.add({ fault: { kind: "redirect", location: `${other.url}/api/v1/hosts` } });
      const { status, headers } = await ask(emulator, "GET /api/v1/hosts");
      expect([status, headers.get("location")]).toEqual([307, `${other.url}/api/v1/hosts`]);
      await other.close();
    }));

  it("can have another content type with the right body", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "contentType", value: "text/plain" } });
      const { headers, json } = await ask(emulator, "GET /api/v1/hosts");
      expect(headers.get("content-type")).toBe("text/plain");
      expect(json).toMatchObject({ data: [] });
    }));

  it("can be 50 MB long", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "huge" } });
      const response = await fetch(`${emulator.url}/api/v1/hosts`);
      expect((await response.arrayBuffer()).byteLength).toBe(50_000_000);
    }));

  it("can be of any length and still be JSON", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "huge", bytes: 100_000 } });
      const { text, json } = await ask(emulator, "GET /api/v1/hosts");
      expect(text).toHaveLength(100_000);
      expect(json).toHaveProperty("data");
    }));

  it("can trickle", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "trickle", bytes: 20, ms: 1 } });
      const { status, json, headers } = await ask(emulator, "GET /api/v1/hosts");
      expect(status).toBe(200);
      expect(json).toMatchObject({ data: [], total: 0 });
      expect(headers.get("x-ratelimit-limit")).toBe("6000");
    }));
});

describe("time", () => {
  it("goes by before a new deployment shows", () =>
    withEmulator({ deploySeconds: 60 }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      const path = `/api/v1/hosts/${id}/deploy`;
      const match = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
      emulator.faults.add({ match, at: "every", fault: { kind: "staleStatus", ms: 5000 } });
      const start = () => ask(emulator, `POST ${path}`, { body: { type: "deploy" } });
      await start();
      expect((await ask(emulator, `GET ${path}`)).status).toBe(404);
      clock.advance(60_000);
      await start();
      const before = {
        publishing: false,
        publishing_status: "published",
        deploy_at: "2025-01-15T09:01:00.000Z",
      };
      expect((await ask(emulator, `GET ${path}`)).json).toMatchObject(before);
      expect((await start()).status).toBe(400);
      clock.advance(5000);
      expect((await ask(emulator, `GET ${path}`)).json).toMatchObject({ publishing: true, deploy_at: null });
    }));

  it("can jump when a request comes", () =>
    withEmulator({}, async (emulator) => {
      emulator.faults.add({ fault: { kind: "clockJump", ms: 3_600_000 } });
      const id = addOneHost(emulator);
      await save(emulator, id);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}`);
      expect(json).toMatchObject({ updated_at: "2025-01-15T10:00:00.000Z" });
    }));
});
