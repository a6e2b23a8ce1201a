import { addOneHost, ask, withEmulator } from "./asking";

describe("clients", () => {
  it("shows a client without its company", () =>
    withEmulator({}, async (emulator) => {
      emulator.addClient({
        firstname: "Ada",
        lastname: "Berger",
        email: "ada@example.com",
        company: "Hidden",
      });
      const { status, json } = await ask(emulator, "GET /api/v1/clients/1");
      expect(status).toBe(200);
      expect(json).toEqual({
        id: 1,
        firstname: "Ada",
        lastname: "Berger",
        email: "ada@example.com",
        created_at: "2025-01-15T09:00:00.000Z",
        updated_at: "2025-01-15T09:00:00.000Z",
      });
    }));

  it.each([
    ["name", "ada", 1],
    ["full name", "luca conti", 2],
    ["email", "LUCA@", 2],
    ["company", "verlag", 3],
    ["ID", "3", 3],
  ])("finds clients by %s", (_target, search, id) =>
    withEmulator({}, async (emulator) => {
      emulator.addClient({
        firstname: "Ada",
        lastname: "Berger",
        email: "ada@example.com",
        company: "Media",
      });
      emulator.addClient({
        firstname: "Luca",
        lastname: "Conti",
        email: "luca@example.org",
        company: "Shop",
      });
      emulator.addClient({
        firstname: "Noor",
        lastname: "Visser",
        email: "n@example.net",
        company: "Verlag",
      });
      const { json } = await ask(emulator, `GET /api/v1/clients?search=${encodeURIComponent(search)}`);
      expect(json).toMatchObject({ data: [{ id }], total: 1 });
    }),
  );

  it("lists only the own client for a client-access token", () =>
    withEmulator({}, async (emulator) => {
      emulator.addClient();
      emulator.addClient();
      const { json } = await ask(emulator, "GET /api/v1/clients", { token: emulator.tokens.client });
      expect(json).toMatchObject({ data: [{ id: 1 }], total: 1 });
      const other = await ask(emulator, "GET /api/v1/clients/2", { token: emulator.tokens.client });
      expect(other.status).toBe(403);
    }));

  it("lists the active hosts of a client, also for an admin", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.addHost({ clientId: 1, name: "off", active: false });
      emulator.addHost({ clientId: emulator.addClient(), name: "other" });
      const { json } = await ask(emulator, "GET /api/v1/clients/1/hosts");
      expect(json).toMatchObject({ data: [{ id, name: "web1", active: 1 }], total: 1 });
      const found = await ask(emulator, "GET /api/v1/clients/1/hosts?search=nothing");
      expect(found.json).toMatchObject({ data: [], total: 0, last_page: 1 });
    }));

  it("lists the groups of a client", () =>
    withEmulator({}, async (emulator) => {
      emulator.addGroup({ clientId: emulator.addClient(), name: "production" });
      emulator.addGroup({ clientId: 1, name: "staging" });
      emulator.addGroup({ clientId: emulator.addClient(), name: "other" });
      const { json } = await ask(emulator, "GET /api/v1/clients/1/groups?search=prod");
      expect(json).toMatchObject({ data: [{ id: 1, client_id: 1, name: "production" }], total: 1 });
    }));

  it.each(["/api/v1/clients/9", "/api/v1/clients/9/hosts", "/api/v1/clients/9/groups", "/api/v1/clients/x"])(
    "answers 404 at %s",
    (path) =>
      withEmulator({}, async (emulator) => {
        expect((await ask(emulator, `GET ${path}`)).status).toBe(404);
      }),
  );
});
