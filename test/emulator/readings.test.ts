import { addOneHost, ask, withEmulator } from "./asking";
import type { JsonValue, PresetName, Readings } from "./index";
import { presets } from "./index";

async function hostUnder(readings: Partial<Readings>, json: JsonValue): Promise<Record<string, unknown>> {
  let shown: unknown;
  await withEmulator({ readings }, async (emulator) => {
    const id = addOneHost(emulator);
    await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json } });
    shown = (await ask(emulator, `GET /api/v1/hosts/${id}`)).json;
  });
  return shown as Record<string, unknown>;
}

describe("configuration comes back", () => {
  it.each([
    ["as a string", { json: "string" }, { a: 1 }, '{"a":1}'],
    ["with arrays for empty objects", { emptyObject: "[]" }, { a: {}, b: [{}] }, { a: [], b: [[]] }],
    ["as an empty array", { emptyObject: "[]" }, {}, []],
    ["as the string of an empty array", { emptyObject: "[]", json: "string" }, [], "[]"],
    [
      "with defaults where it has nothing",
      { defaultsAtSave: { a: { x: 1, y: 1 }, b: [1] } },
      { a: { x: 2 }, b: [] },
      { a: { x: 2, y: 1 }, b: [] },
    ],
    ["without keys that the service does not take", { droppedKeys: ["b"] }, { a: 1, b: 2 }, { a: 1 }],
  ] satisfies [string, Partial<Readings>, JsonValue, JsonValue][])(
    "%s",
    async (_how, readings, json, expected) => {
      expect(await hostUnder(readings, json)).toMatchObject({ json: expected });
    },
  );

  it("with its keys in order", async () => {
    const { json } = await hostUnder({ sortedKeys: true }, { b: [{ d: 1, c: 2 }], a: 1 });
    expect(JSON.stringify(json)).toBe('{"a":1,"b":[{"c":2,"d":1}]}');
  });

  it("with defaults also after a create", () =>
    withEmulator({ readings: { defaultsAtSave: { a: 1 } } }, async (emulator) => {
      emulator.addClient();
      await ask(emulator, "POST /api/v1/hosts", { body: { name: "web1", client_id: 1 } });
      expect(emulator.host(1).savedJson).toEqual({ a: 1 });
    }));
});

describe("a save", () => {
  it("without json changes nothing where json is not required", () =>
    withEmulator({ readings: { jsonRequired: false } }, async (emulator) => {
      const id = addOneHost(emulator);
      const { status } = await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json_admin: { a: 1 } } });
      expect(status).toBe(200);
      expect(emulator.host(id)).toMatchObject({
        savedJson: { php: { version: "8.3" } },
        jsonAdmin: { a: 1 },
      });
    }));

  it.each(["client", "cms"] as const)("of json_admin by a %s-access token is forbidden, or ignored", (kind) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const asking = { body: { json: { a: 1 }, json_admin: { b: 1 } }, token: emulator.tokens[kind] };
      expect((await ask(emulator, `POST /api/v1/hosts/${id}`, asking)).status).toBe(403);
      expect(emulator.host(id).savedJson).toEqual({ php: { version: "8.3" } });
      emulator.readings.jsonAdminFromClient = "ignored";
      expect((await ask(emulator, `POST /api/v1/hosts/${id}`, asking)).status).toBe(200);
      expect(emulator.host(id)).toMatchObject({ savedJson: { a: 1 }, jsonAdmin: null });
    }),
  );

  it("of a group may tell its id", () =>
    withEmulator({ readings: { groupSave: "messageAndId" } }, async (emulator) => {
      const id = emulator.addGroup({ clientId: emulator.addClient(), name: "production" });
      const { json } = await ask(emulator, `POST /api/v1/groups/${id}`, { body: { json: {} } });
      expect(json).toEqual({ message: "Group saved", id });
    }));

  it("of a second host of the same name makes two hosts, or is refused", () =>
    withEmulator({}, async (emulator) => {
      addOneHost(emulator);
      const body = { name: "web1", client_id: 1 };
      expect((await ask(emulator, "POST /api/v1/hosts", { body })).status).toBe(201);
      emulator.readings.duplicateNames = "refused";
      expect((await ask(emulator, "POST /api/v1/hosts", { body })).status).toBe(422);
      expect(emulator.hostIds()).toHaveLength(2);
    }));
});

describe("fields", () => {
  it.each([
    ["iso", "2025-01-15T09:00:00.000Z"],
    ["isoOffset", "2025-01-15T09:00:00+00:00"],
    ["sql", "2025-01-15 09:00:00"],
  ] satisfies [Readings["dates"], string][])(
    "with a date have the form of the reading %s",
    async (dates, created_at) => {
      expect(await hostUnder({ dates }, {})).toMatchObject({ created_at });
    },
  );

  it("with an activity may be booleans", async () => {
    expect(await hostUnder({ active: "boolean" }, {})).toMatchObject({ active: true });
  });

  it("of a single group may lack the client, those of a listed one do not", () =>
    withEmulator({ readings: { clientIdOfSingleGroup: "absent" } }, async (emulator) => {
      emulator.addGroup({ clientId: emulator.addClient(), name: "production" });
      expect((await ask(emulator, "GET /api/v1/groups/1")).json).not.toHaveProperty("client_id");
      expect((await ask(emulator, "GET /api/v1/groups")).json).toMatchObject({ data: [{ client_id: 1 }] });
    }));
});

describe("refusals", () => {
  const forms = [
    ["asShown", "", '{"error":"No deploy history found"}'],
    ["empty", "", ""],
    ["error", '{"error":"Host not found"}', '{"error":"No deploy history found"}'],
    ["message", '{"message":"Host not found"}', '{"message":"No deploy history found"}'],
  ] satisfies [Readings["refusalBody"], string, string][];

  it.each(forms)("have bodies of the form %s", (refusalBody, ofRead, ofStatus) =>
    withEmulator({ readings: { refusalBody } }, async (emulator) => {
      addOneHost(emulator);
      expect((await ask(emulator, "GET /api/v1/hosts/9")).text).toBe(ofRead);
      expect((await ask(emulator, "GET /api/v1/hosts/1/deploy")).text).toBe(ofStatus);
    }),
  );

  it("of a deployment always show the error", () =>
    withEmulator({ readings: { refusalBody: "message" } }, async (emulator) => {
      addOneHost(emulator);
      const { json } = await ask(emulator, "POST /api/v1/hosts/1/deploy", { body: { type: "x" } });
      expect(json).toEqual({ error: "The selected type is invalid." });
    }));

  const message = "The given data was invalid.";
  const reason = "The json field is required.";
  it.each([
    ["empty", undefined],
    ["error", { error: message }],
    ["message", { message }],
    ["messageErrors", { message, errors: { json: [reason] } }],
    ["errorFields", { error: { json: reason } }],
    ["errorList", { errors: [{ field: "json", message: reason }] }],
  ] satisfies [Readings["validationBody"], unknown][])(
    "of bad fields have the form %s",
    (validationBody, expected) =>
      withEmulator({ readings: { validationBody } }, async (emulator) => {
        const { status, json } = await ask(emulator, `POST /api/v1/hosts/${addOneHost(emulator)}`, {
          body: {},
        });
        expect(status).toBe(422);
        expect(json).toEqual(expected);
      }),
  );

  it("of another client's things may hide that they are there", () =>
    withEmulator({ readings: { foreign: 404, refusalBody: "error" } }, async (emulator) => {
      addOneHost(emulator);
      const other = emulator.addHost({ clientId: emulator.addClient(), name: "other" });
      const { status, json } = await ask(emulator, `GET /api/v1/hosts/${other}`, {
        token: emulator.tokens.client,
      });
      expect([status, json]).toEqual([404, { error: "Host not found" }]);
    }));
});

describe("presets", () => {
  it.each(Object.keys(presets) as PresetName[])(
    "%s serves a change from the save to its publication",
    (name) =>
      withEmulator({ readings: presets[name] }, async (emulator, clock) => {
        const id = addOneHost(emulator);
        expect((await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: { a: 1 } } })).status).toBe(
          200,
        );
        await ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type: "deploy" } });
        clock.advance(2000);
        const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
        expect(json).toMatchObject({ publishing: false, publishing_status: "published" });
        expect(emulator.host(id).deployedJson).toMatchObject({ a: 1 });
      }),
  );

  it("take between them every alternative with few values", () => {
    const taken = (reading: keyof Readings) =>
      new Set(Object.values(presets).map((preset) => preset[reading]));
    expect(taken("lists").size).toBe(2);
    expect(taken("json").size).toBe(2);
    expect(taken("thirdType").size).toBe(3);
    expect(taken("refusalBody").size).toBe(4);
    expect(taken("dates").size).toBe(3);
    expect(taken("deployAtWhileRunning").size).toBe(3);
    expect(taken("resetBody").size).toBe(3);
  });
});
