import { addOneHost, ask, withEmulator } from "./asking";

describe("hosts", () => {
  it("shows a host with its configuration and its monitoring", () =>
    withEmulator({}, async (emulator) => {
      const monitoring = { load: { one: 0.2 }, disk: {}, memory: {} };
      emulator.addClient();
      emulator.addHost({ id: 12, clientId: 1, name: "web1", json: { b: 1, a: {} }, monitoring });
      const { status, json, text } = await ask(emulator, "GET /api/v1/hosts/12");
      expect(status).toBe(200);
      expect(json).toEqual({
        id: 12,
        client_id: 1,
        active: 1,
        name: "web1",
        json: { b: 1, a: {} },
        created_at: "2025-01-15T09:00:00.000Z",
        updated_at: "2025-01-15T09:00:00.000Z",
        monitoring,
      });
      expect(text).toContain('"json":{"b":1,"a":{}}');
    }));

  it("lists inactive hosts for an admin and not for a client-access token", () =>
    withEmulator({}, async (emulator) => {
      addOneHost(emulator);
      emulator.addHost({ clientId: 1, name: "off", active: false });
      emulator.addHost({ clientId: emulator.addClient(), name: "other" });
      const admin = await ask(emulator, "GET /api/v1/hosts");
      const client = await ask(emulator, "GET /api/v1/hosts", { token: emulator.tokens.client });
      expect(admin.json).toMatchObject({ total: 3 });
      expect(client.json).toMatchObject({ data: [{ name: "web1" }], total: 1 });
    }));

  it("creates an active host without deploying it", () =>
    withEmulator({}, async (emulator) => {
      emulator.addClient();
      const body = {
        name: "web1",
        client_id: 1,
        json: { a: 1 },
        json_admin: { b: 2 },
        yaml: "c: 3",
        yaml_admin: "d",
      };
      const created = await ask(emulator, "POST /api/v1/hosts", { body });
      expect(created.status).toBe(201);
      expect(created.json).toEqual({ id: 1, message: "Host created" });
      expect(emulator.host(1)).toMatchObject({
        name: "web1",
        clientId: 1,
        active: true,
        savedJson: { a: 1 },
        jsonAdmin: { b: 2 },
        yaml: "c: 3",
        yamlAdmin: "d",
        status: null,
        deployments: [],
      });
    }));

  it.each(["client", "cms"] as const)("forbids a %s-access token to create a host", (kind) =>
    withEmulator({}, async (emulator) => {
      emulator.addClient();
      const body = { name: "web1", client_id: 1 };
      const { status, text } = await ask(emulator, "POST /api/v1/hosts", {
        body,
        token: emulator.tokens[kind],
      });
      expect([status, text]).toEqual([403, ""]);
      expect(emulator.hostIds()).toEqual([]);
    }),
  );

  it.each([
    ["nothing", {}, ["client_id", "name"]],
    ["an empty name", { name: "", client_id: 1 }, ["name"]],
    ["an unknown client", { name: "a", client_id: 7 }, ["client_id"]],
    ["a client_id that is a text", { name: "a", client_id: "1" }, ["client_id"]],
    ["active as a number", { name: "a", client_id: 1, active: 1 }, ["active"]],
    ["json as a text", { name: "a", client_id: 1, json: "{}" }, ["json"]],
    ["json_admin as an array", { name: "a", client_id: 1, json_admin: [] }, ["json_admin"]],
    ["yaml as an object", { name: "a", client_id: 1, yaml: {}, yaml_admin: 1 }, ["yaml", "yaml_admin"]],
  ])("refuses to create a host from %s", (_what, body, fields) =>
    withEmulator({ readings: { validationBody: "messageErrors" } }, async (emulator) => {
      emulator.addClient();
      const { status, json } = await ask(emulator, "POST /api/v1/hosts", { body });
      expect(status).toBe(422);
      const { errors } = json as { errors: Record<string, string[]> };
      expect(Object.keys(errors).sort()).toEqual(fields);
      expect(emulator.hostIds()).toEqual([]);
    }),
  );

  it("saves a configuration without deploying it", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      clock.advance(60_000);
      const { status, json } = await ask(emulator, `POST /api/v1/hosts/${id}`, {
        body: { json: { cache: true } },
      });
      expect([status, json]).toEqual([200, { message: "Host saved" }]);
      expect(emulator.host(id)).toMatchObject({
        savedJson: { cache: true },
        deployedJson: null,
        status: null,
      });
      const read = await ask(emulator, `GET /api/v1/hosts/${id}`);
      expect(read.json).toMatchObject({ json: { cache: true }, updated_at: "2025-01-15T09:01:00.000Z" });
    }));

  it("takes json_admin from an admin-access token and never returns it", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: {}, json_admin: { limit: 1 } } });
      expect(emulator.host(id).jsonAdmin).toEqual({ limit: 1 });
      expect((await ask(emulator, `GET /api/v1/hosts/${id}`)).text).not.toContain("limit");
      await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: {} } });
      expect(emulator.host(id).jsonAdmin).toEqual({ limit: 1 });
    }));

  it.each([[{}], [{ json: "text" }], [{ json: [] }], [{ json: {}, json_admin: 1 }], [[]], [null]])(
    "refuses the save %j and keeps the host as it was",
    (body) =>
      withEmulator({}, async (emulator) => {
        const id = addOneHost(emulator);
        const { status } = await ask(emulator, `POST /api/v1/hosts/${id}`, { body });
        expect(status).toBe(422);
        expect(emulator.host(id).savedJson).toEqual({ php: { version: "8.3" } });
      }),
  );

  it("misses json in a body that is not declared as JSON", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const headers = { "Content-Type": "text/plain" };
      const { status } = await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: {} }, headers });
      expect(status).toBe(422);
    }));

  it("answers 400 to a body that is not JSON, and records its text", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const response = await fetch(`${emulator.url}/api/v1/hosts/${id}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${emulator.tokens.admin}`, "Content-Type": "application/json" },
        body: '{"json":',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: "The body is not valid JSON" });
      expect(emulator.requests[0]?.body).toBe('{"json":');
    }));

  it("takes a configuration of two megabytes, and answers 413 above the limit", () =>
    withEmulator({ bodyLimit: 3_000_000 }, async (emulator) => {
      const id = addOneHost(emulator);
      const save = (length: number) =>
        ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: { text: "x".repeat(length) } } });
      expect((await save(2_000_000)).status).toBe(200);
      expect((await save(4_000_000)).status).toBe(413);
    }));

  it("keeps unusual keys as they are", () =>
    withEmulator({ readings: { sortedKeys: true, defaultsAtSave: { z: 1 } } }, async (emulator) => {
      const id = addOneHost(emulator);
      const response = await fetch(`${emulator.url}/api/v1/hosts/${id}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${emulator.tokens.admin}`, "Content-Type": "application/json" },
        body: '{"json":{"__proto__":{"a":1},"":2,"é":3}}',
      });
      expect(response.status).toBe(200);
      const { text } = await ask(emulator, `GET /api/v1/hosts/${id}`);
      expect(text).toContain('"json":{"":2,"__proto__":{"a":1},"z":1,"é":3}');
    }));

  it("answers 404 for a host that is not there, and 403 for one of another client", () =>
    withEmulator({}, async (emulator) => {
      addOneHost(emulator);
      const other = emulator.addHost({ clientId: emulator.addClient(), name: "other" });
      const token = emulator.tokens.client;
      for (const path of ["", "/deploy", "/credentials"]) {
        expect((await ask(emulator, `GET /api/v1/hosts/99${path}`, { token })).status).toBe(404);
        expect((await ask(emulator, `GET /api/v1/hosts/${other}${path}`, { token })).status).toBe(403);
      }
      const body = { json: {} };
      expect((await ask(emulator, "POST /api/v1/hosts/99", { token, body })).status).toBe(404);
      expect((await ask(emulator, `POST /api/v1/hosts/${other}`, { token, body })).status).toBe(403);
    }));
});
