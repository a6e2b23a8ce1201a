import { presets } from "../emulator";
import { everyReading } from "../full";
import { startFunctionTest, type FunctionTest } from "./functionTest";

describe.each(everyReading.map((name) => [name, presets[name]] as const))(
  "functions that list, service read as %s",
  (_preset, readings) => {
    let test: FunctionTest;

    beforeAll(async () => {
      test = await startFunctionTest({ readings });
      const { emulator } = test;
      const [first, second] = ["Ada", "Luca"].map((firstname) =>
        emulator.addClient({
          firstname,
          lastname: "Berger",
          email: `${firstname.toLowerCase()}@example.com`,
        }),
      ) as [number, number];
      for (let index = 0; index < 120; index += 1) {
        const clientId = index % 2 === 0 ? first : second;
        emulator.addHost({ clientId, name: `web${index}`, json: { secret: "s3cret-value" } });
      }
      emulator.addHost({ clientId: second, name: "asleep", active: false });
      emulator.addGroup({ clientId: first, name: "production", json: { secret: "s3cret-value" } });
      emulator.addGroup({ clientId: second, name: "staging" });
    });

    afterAll(() => test.close());

    const hosts = async (args: Record<string, string | number>, token?: string) => {
      const result = await test.call("getHosts", args, token);
      return result.hosts as { hostId: number; name: string; clientId: number; active: boolean }[];
    };

    it("finds every host of every page, each once, in the order of the ids", async () => {
      const ids = (await hosts({})).map(({ hostId }) => hostId);
      expect(ids).toEqual(test.emulator.hostIds());
      expect(ids).toHaveLength(121);
    });

    it("finds hosts by a part of their name", async () => {
      expect((await hosts({ search: "web11" })).map(({ name }) => name)).toEqual([
        "web11",
        ...Array.from({ length: 10 }, (_, digit) => `web11${digit}`),
      ]);
    });

    it("finds the hosts of one client, inactive ones too", async () => {
      const found = await hosts({ clientId: 2 });
      expect(new Set(found.map(({ clientId }) => clientId))).toEqual(new Set([2]));
      expect(found).toHaveLength(61);
      expect(found.at(-1)).toMatchObject({ name: "asleep", active: false });
    });

    it("finds active hosts of the token's own client only for a client-access token", async () => {
      expect(await hosts({}, test.emulator.tokens.client)).toHaveLength(60);
    });

    it("takes an id that comes as text, as Pulumi's own ids do", async () => {
      expect(await hosts({ clientId: "2", search: "asleep" })).toHaveLength(1);
    });

    it("finds nothing where nothing is", async () => {
      expect(await test.call("getHosts", { search: "nowhere" })).toEqual({ hosts: [] });
      expect(await test.call("getClients", { search: "nobody" })).toEqual({ clients: [] });
      expect(await test.call("getGroups", { search: "none" })).toEqual({ groups: [] });
    });

    it.each(["getHosts", "getGroups"] as const)(
      "%s finds nothing for a client that has nothing, and fails for one that the token cannot see",
      async (name) => {
        const { emulator } = test;
        const empty = emulator.addClient();
        expect(Object.values(await test.call(name, { clientId: empty }))).toEqual([[]]);
        await expect(test.call(name, { clientId: 999 })).rejects.toThrow(/has no client 999/);
        await expect(test.call(name, { clientId: 999, search: "web" })).rejects.toThrow(/has no client 999/);
        const foreign = test.call(name, { clientId: 2 }, emulator.tokens.client);
        await expect(foreign).rejects.toThrow(/has no client 2|access kind does not allow/);
        emulator.clearRequests();
        await test.call(name, { clientId: 1 });
        expect(emulator.requestsTo({ path: "/api/v1/clients/{id}" })).toEqual([]);
      },
    );

    it("keeps configurations, which may hold secrets, out of lists", async () => {
      const listed = [await test.call("getHosts", {}), await test.call("getGroups", {})];
      expect(JSON.stringify(listed)).not.toContain("s3cret-value");
    });

    it("finds groups of all clients, and those of one", async () => {
      const all = await test.call("getGroups", {});
      expect(all).toMatchObject({ groups: [{ name: "production" }, { name: "staging" }] });
      const own = await test.call("getGroups", { clientId: 2 });
      expect(own).toMatchObject({ groups: [{ groupId: 2, name: "staging", clientId: 2 }] });
      expect(own.groups).toHaveLength(1);
    });

    it("finds clients by their e-mail address", async () => {
      expect(await test.call("getClients", { search: "luca@" })).toMatchObject({
        clients: [{ clientId: 2, firstname: "Luca", lastname: "Berger", email: "luca@example.com" }],
      });
    });
  },
);
