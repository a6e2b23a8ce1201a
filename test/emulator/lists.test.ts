import { ask, withEmulator } from "./asking";
import type { Emulator, Readings } from "./index";

function addHosts(emulator: Emulator, count: number): void {
  const clientId = emulator.addClient();
  for (let number = 1; number <= count; number += 1) {
    emulator.addHost({
      clientId,
      name: `h${String((number * 7) % count).padStart(3, "0")}`,
      json: { number },
    });
  }
}

async function idsOf(emulator: Emulator, query = ""): Promise<number[]> {
  const { json } = await ask(emulator, `GET /api/v1/hosts${query}`);
  const items = Array.isArray(json) ? json : (json as { data: unknown[] }).data;
  return (items as { id: number }[]).map(({ id }) => id);
}

describe("lists", () => {
  it("have pages of 15 items, the first by default", () =>
    withEmulator({}, async (emulator) => {
      addHosts(emulator, 40);
      const { json } = await ask(emulator, "GET /api/v1/hosts");
      expect(json).toMatchObject({ current_page: 1, per_page: 15, total: 40, last_page: 3 });
      expect(await idsOf(emulator)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
      expect(await idsOf(emulator, "?page=3")).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
    }));

  it("answer 200 with no items beyond the last page", () =>
    withEmulator({}, async (emulator) => {
      addHosts(emulator, 3);
      const { status, json } = await ask(emulator, "GET /api/v1/hosts?size=2&page=9");
      expect(status).toBe(200);
      expect(json).toEqual({ data: [], current_page: 9, per_page: 2, total: 3, last_page: 2 });
    }));

  it.each(["0", "-1", "x", "1.5"])("take size and page %s for their defaults", (value) =>
    withEmulator({}, async (emulator) => {
      addHosts(emulator, 20);
      const { json } = await ask(emulator, `GET /api/v1/hosts?size=${value}&page=${value}`);
      expect(json).toMatchObject({ current_page: 1, per_page: 15 });
    }),
  );

  it("cut a larger size than the largest, and say so", () =>
    withEmulator({ readings: { maxPageSize: 10 } }, async (emulator) => {
      addHosts(emulator, 25);
      const { json } = await ask(emulator, "GET /api/v1/hosts?size=100");
      expect(json).toMatchObject({ per_page: 10, last_page: 3 });
    }));

  it("refuse a larger size than the largest under that reading, and take the default for no size", () =>
    withEmulator({ readings: { maxPageSize: 10, largerPageSize: "refused" } }, async (emulator) => {
      addHosts(emulator, 25);
      expect((await ask(emulator, "GET /api/v1/hosts?size=11")).status).toBe(422);
      expect((await ask(emulator, "GET /api/v1/hosts?size=10")).json).toMatchObject({ per_page: 10 });
      expect((await ask(emulator, "GET /api/v1/hosts")).json).toMatchObject({ per_page: 10, last_page: 3 });
    }));

  it("are bare arrays under that reading, also beyond the last page", () =>
    withEmulator({ readings: { lists: "array" } }, async (emulator) => {
      addHosts(emulator, 3);
      expect((await ask(emulator, "GET /api/v1/hosts?size=2")).json).toHaveLength(2);
      expect((await ask(emulator, "GET /api/v1/hosts?page=2")).json).toEqual([]);
      expect((await ask(emulator, "GET /api/v1/clients")).json).toHaveLength(1);
      expect((await ask(emulator, "GET /api/v1/groups")).json).toEqual([]);
    }));

  it("carry json or not", () =>
    withEmulator({}, async (emulator) => {
      addHosts(emulator, 1);
      expect((await ask(emulator, "GET /api/v1/hosts")).text).toContain('"json":{"number":1}');
      emulator.readings.listItems = "withoutJson";
      expect((await ask(emulator, "GET /api/v1/hosts")).text).not.toContain('"json"');
      expect((await ask(emulator, "GET /api/v1/hosts/1")).text).toContain('"json"');
    }));

  it.each([
    ["id", [1, 2, 3, 4, 5]],
    ["idDescending", [5, 4, 3, 2, 1]],
    ["name", [5, 3, 1, 4, 2]],
  ] satisfies [Readings["order"], number[]][])("are ordered by %s", (order, expected) =>
    withEmulator({ readings: { order } }, async (emulator) => {
      addHosts(emulator, 5);
      expect(await idsOf(emulator)).toEqual(expected);
    }),
  );

  it("bring what was saved last to the front, ordered by updated", () =>
    withEmulator({ readings: { order: "updated" } }, async (emulator, clock) => {
      addHosts(emulator, 4);
      clock.advance(1000);
      emulator.editHost(3, () => ({}));
      expect(await idsOf(emulator)).toEqual([3, 1, 2, 4]);
    }));

  it("keep each page's items and shuffle them, when unstable in the page", () =>
    withEmulator({ readings: { order: "unstableInPage" } }, async (emulator) => {
      addHosts(emulator, 20);
      const [first, second] = [await idsOf(emulator, "?size=10"), await idsOf(emulator, "?size=10")];
      expect(first).not.toEqual(second);
      expect(first.sort((a, b) => a - b)).toEqual(second.sort((a, b) => a - b));
    }));

  it("are in another order at each request, when unstable", () =>
    withEmulator({ readings: { order: "unstable" } }, async (emulator) => {
      addHosts(emulator, 20);
      const [first, second] = [await idsOf(emulator, "?size=20"), await idsOf(emulator, "?size=20")];
      expect(first).not.toEqual(second);
      expect(new Set(first)).toEqual(new Set(second));
      expect(first).toHaveLength(20);
    }));
});
