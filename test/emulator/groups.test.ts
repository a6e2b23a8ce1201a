import { ask, withEmulator } from "./asking";
import type { Emulator } from "./index";

function addOneGroup(emulator: Emulator): number {
  return emulator.addGroup({ clientId: emulator.addClient(), name: "production", json: { cache: true } });
}

describe("groups", () => {
  it("lists all groups that the caller can access", () =>
    withEmulator({}, async (emulator) => {
      addOneGroup(emulator);
      emulator.addGroup({ clientId: emulator.addClient(), name: "other" });
      expect((await ask(emulator, "GET /api/v1/groups")).json).toMatchObject({ total: 2 });
      expect((await ask(emulator, "GET /api/v1/groups?search=OTH")).json).toMatchObject({
        data: [{ id: 2 }],
      });
      const { json } = await ask(emulator, "GET /api/v1/groups", { token: emulator.tokens.client });
      expect(json).toMatchObject({ data: [{ id: 1, client_id: 1 }], total: 1 });
    }));

  it("shows a group", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneGroup(emulator);
      expect((await ask(emulator, `GET /api/v1/groups/${id}`)).json).toEqual({
        id,
        client_id: 1,
        name: "production",
        json: { cache: true },
        created_at: "2025-01-15T09:00:00.000Z",
        updated_at: "2025-01-15T09:00:00.000Z",
      });
    }));

  it("saves a group's configuration", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneGroup(emulator);
      const { status, json } = await ask(emulator, `POST /api/v1/groups/${id}`, { body: { json: { a: 1 } } });
      expect([status, json]).toEqual([200, { message: "Group saved" }]);
      expect(emulator.group(id).savedJson).toEqual({ a: 1 });
    }));

  it("refuses a save without json under every reading", () =>
    withEmulator({ readings: { jsonRequired: false } }, async (emulator) => {
      const id = addOneGroup(emulator);
      expect((await ask(emulator, `POST /api/v1/groups/${id}`, { body: {} })).status).toBe(422);
    }));

  it("says what is wrong when it refuses a save, as the reference shows", () =>
    withEmulator({}, async (emulator) => {
      addOneGroup(emulator);
      const other = emulator.addGroup({ clientId: emulator.addClient(), name: "other" });
      const asking = { body: { json: {} }, token: emulator.tokens.client };
      const missing = await ask(emulator, "POST /api/v1/groups/99", asking);
      const forbidden = await ask(emulator, `POST /api/v1/groups/${other}`, asking);
      expect([missing.status, missing.json]).toEqual([404, { error: "Group not found" }]);
      expect([forbidden.status, forbidden.json]).toEqual([403, { error: "Forbidden" }]);
    }));
});
