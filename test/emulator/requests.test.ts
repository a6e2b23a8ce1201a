import { addOneHost, ask, withEmulator } from "./asking";

describe("requests", () => {
  it("are recorded as they came and as they were answered", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      const headers = { "X-Trace": "one" };
      await ask(emulator, `POST /api/v1/hosts/${id}?x=1`, {
        body: { json: { a: 1 } },
        headers,
        token: emulator.tokens.client,
      });
      expect(emulator.requests).toHaveLength(1);
      expect(emulator.requests[0]).toMatchObject({
        number: 1,
        method: "POST",
        path: `/api/v1/hosts/${id}`,
        pattern: "/api/v1/hosts/{id}",
        query: { x: "1" },
        body: { json: { a: 1 } },
        authorization: { kind: "client", clientId: 1 },
        isWrite: true,
        status: 200,
        outcome: "answered",
        clockAt: clock.now(),
      });
      expect(emulator.requests[0]?.headers).toMatchObject({ accept: "application/json", "x-trace": "one" });
    }));

  it("tell what kind of token they had", () =>
    withEmulator({}, async (emulator) => {
      const { admin, cms, expired } = emulator.tokens;
      for (const token of [admin, cms, expired, "unknown", null]) await ask(emulator, "GET /x", { token });
      const kinds = emulator.requests.map(({ authorization }) => authorization.kind);
      expect(kinds).toEqual(["admin", "cms", "expired", "invalid", "none"]);
      expect(emulator.requests[0]?.pattern).toBeNull();
    }));

  it("can be filtered and forgotten", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      await ask(emulator, `GET /api/v1/hosts/${id}`);
      await ask(emulator, `DELETE /api/v1/hosts/${id}/deploy`);
      expect(emulator.writes().map(({ method }) => method)).toEqual(["DELETE"]);
      expect(emulator.requestsTo({ path: "/api/v1/hosts/{id}" })).toHaveLength(1);
      expect(emulator.requestsTo({ path: /deploy$/, method: "GET" })).toEqual([]);
      emulator.clearRequests();
      expect(emulator.requests).toEqual([]);
    }));

  it("are forgotten from the oldest on when there are too many", () =>
    withEmulator({ keepRequests: 2 }, async (emulator) => {
      for (let count = 0; count < 5; count += 1) await ask(emulator, "GET /api/v1/hosts");
      expect(emulator.requests.map(({ number }) => number)).toEqual([3, 4, 5]);
    }));

  it("can be waited for, the effect included", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const next = emulator.nextRequest({ method: "POST", path: "/api/v1/hosts/{id}/deploy" });
      const asked = ask(emulator, `GET /api/v1/hosts/${id}`).then(() =>
        ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type: "deploy" } }),
      );
      expect((await next).body).toEqual({ type: "deploy" });
      expect(emulator.host(id).status).toBe("deploy");
      await asked;
    }));

  it("can be waited for until they are answered", () =>
    withEmulator({}, async (emulator) => {
      const next = emulator.nextRequest({ moment: "ended" });
      await ask(emulator, "GET /api/v1/hosts");
      expect(await next).toMatchObject({ status: 200, outcome: "answered" });
    }));

  it("can be interfered with before they are handled", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const end = emulator.onRequest({ method: "GET", path: `/api/v1/hosts/${id}` }, () => {
        emulator.editHost(id, (json) => {
          json["byHand"] = true;
        });
      });
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).json).toMatchObject({ json: { byHand: true } });
      end();
      emulator.editHost(id, () => ({}));
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).json).toMatchObject({ json: {} });
    }));

  it("that never come are an error when the emulator closes", () =>
    withEmulator({}, async (emulator) => {
      const next = emulator.nextRequest();
      await emulator.close();
      await expect(next).rejects.toThrow("closed before");
    }));
});

describe("a person by hand", () => {
  it("adds, edits and removes hosts and groups", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const before = emulator.host(id).savedJson;
      emulator.editHost(id, (json) => ({ ...json, a: 1 }));
      emulator.setActive(id, false);
      expect(before).toEqual({ php: { version: "8.3" } });
      expect(emulator.host(id)).toMatchObject({
        savedJson: { a: 1, php: { version: "8.3" } },
        active: false,
      });
      const group = emulator.addGroup({ clientId: 1, name: "production" });
      emulator.editGroup(group, () => ({ b: 1 }));
      expect(emulator.group(group)).toEqual({
        id: group,
        clientId: 1,
        name: "production",
        savedJson: { b: 1 },
      });
      emulator.removeGroup(group);
      emulator.removeHost(id);
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).status).toBe(404);
      expect((await ask(emulator, `GET /api/v1/groups/${group}`)).status).toBe(404);
    }));

  it("is told when something is not there, or busy", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      expect(() => emulator.host(9)).toThrow("The emulator has no host 9.");
      expect(() => {
        emulator.cancelDeployment(id);
      }).toThrow(`no running deployment of host ${id}`);
      emulator.startDeployment(id);
      expect(() => {
        emulator.startImport(id, 1);
      }).toThrow("busy");
      expect(() => {
        emulator.expireToken("unknown");
      }).toThrow("no such token");
      await Promise.resolve();
    }));
});
