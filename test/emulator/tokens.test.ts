import { addOneHost, ask, withEmulator } from "./asking";

describe("tokens", () => {
  it.each([
    ["is missing", null],
    ["is unknown", "nobody-knows-this"],
    ["is expired", "sample-expired-token"],
  ])("answer 401 with an empty body when the token %s", (_how, token) =>
    withEmulator({}, async (emulator) => {
      addOneHost(emulator);
      for (const path of ["/hosts", "/hosts/1", "/clients", "/groups", "/hosts/1/deploy"]) {
        const { status, text } = await ask(emulator, `GET /api/v1${path}`, { token });
        expect([status, text]).toEqual([401, ""]);
      }
    }),
  );

  it("answer 403 instead under that reading", () =>
    withEmulator({ readings: { badToken: 403, refusalBody: "error" } }, async (emulator) => {
      const { status, json } = await ask(emulator, "GET /api/v1/hosts", { token: null });
      expect([status, json]).toEqual([403, { error: "Forbidden" }]);
    }));

  it("are only accepted as Bearer", () =>
    withEmulator({}, async (emulator) => {
      const headers = { Authorization: `Basic ${emulator.tokens.admin}` };
      expect((await ask(emulator, "GET /api/v1/hosts", { token: null, headers })).status).toBe(401);
    }));

  it("expire at their time, or by hand", () =>
    withEmulator({}, async (emulator, clock) => {
      const token = emulator.addToken({ access: "cms", expiresAt: clock.now() + 1000 });
      expect((await ask(emulator, "GET /api/v1/hosts", { token })).status).toBe(200);
      clock.advance(1000);
      expect((await ask(emulator, "GET /api/v1/hosts", { token })).status).toBe(401);
      emulator.expireToken(emulator.tokens.admin);
      expect((await ask(emulator, "GET /api/v1/hosts")).status).toBe(401);
      expect(emulator.requests.map(({ authorization }) => authorization.kind)).toEqual([
        "cms",
        "expired",
        "expired",
      ]);
    }));

  it("of another client reach its hosts only", () =>
    withEmulator({}, async (emulator) => {
      addOneHost(emulator);
      const token = emulator.addToken({ access: "client", clientId: emulator.addClient() });
      expect((await ask(emulator, "GET /api/v1/hosts/1", { token })).status).toBe(403);
      expect((await ask(emulator, "GET /api/v1/hosts", { token })).json).toMatchObject({ data: [] });
    }));

  it("of the kind client-access need a client", () =>
    withEmulator({}, async (emulator) => {
      expect(() => emulator.addToken({ access: "client" })).toThrow("needs a clientId");
      await Promise.resolve();
    }));
});

describe("the rate limit", () => {
  it("is told in every answer, refusals included", () =>
    withEmulator({}, async (emulator) => {
      const paths = ["/api/v1/hosts", "/api/v1/hosts/9", "/nothing", "/", "/api-docs/api-docs.json"];
      for (const [index, path] of paths.entries()) {
        const { headers } = await ask(emulator, `GET ${path}`);
        expect(headers.get("x-ratelimit-limit")).toBe("6000");
        expect(headers.get("x-ratelimit-remaining")).toBe(String(5999 - index));
      }
    }));

  it("answers 429 with the seconds to wait, and then works again", () =>
    withEmulator({ rateLimit: { requests: 2 } }, async (emulator, clock) => {
      await ask(emulator, "GET /api/v1/hosts");
      clock.advance(20_500);
      await ask(emulator, "GET /api/v1/hosts");
      const refused = await ask(emulator, "GET /api/v1/hosts");
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("40");
      expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
      clock.advance(39_500);
      expect((await ask(emulator, "GET /api/v1/hosts")).status).toBe(200);
    }));

  it("does nothing for a refused write", () =>
    withEmulator({ rateLimit: { requests: 0 } }, async (emulator) => {
      const id = addOneHost(emulator);
      const { status } = await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: {} } });
      expect(status).toBe(429);
      expect(emulator.host(id).savedJson).not.toEqual({});
    }));

  it("counts by token owner, and by address without a token", () =>
    withEmulator({ rateLimit: { requests: 1 } }, async (emulator) => {
      const both = { access: "admin", owner: "somebody" } as const;
      const statuses = [];
      for (const token of [
        emulator.addToken(both),
        emulator.addToken(both),
        emulator.tokens.cms,
        null,
        "bad",
      ]) {
        statuses.push((await ask(emulator, "GET /api/v1/hosts", { token })).status);
      }
      expect(statuses).toEqual([200, 429, 200, 401, 429]);
    }));

  it("can be changed while the service runs", () =>
    withEmulator({}, async (emulator) => {
      emulator.rateLimit.requests = 1;
      await ask(emulator, "GET /api/v1/hosts");
      expect((await ask(emulator, "GET /api/v1/hosts")).status).toBe(429);
    }));
});
