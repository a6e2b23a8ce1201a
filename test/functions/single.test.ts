import { presets } from "../emulator";
import { everyReading } from "../full";
import { startFunctionTest, type FunctionTest } from "./functionTest";

describe.each(everyReading.map((name) => [name, presets[name]] as const))(
  "functions that read one thing, service read as %s",
  (_preset, readings) => {
    let test: FunctionTest;
    let web: number;

    beforeAll(async () => {
      test = await startFunctionTest({ readings: { ...readings, duplicateNames: "allowed" } });
      const { emulator } = test;
      emulator.addClient({ firstname: "Ada", lastname: "Berger", email: "ada@example.com" });
      emulator.addClient({});
      const monitoring = { load: { one: 0.4 }, disk: { used_percent: 41 }, memory: {} };
      web = emulator.addHost({ clientId: 1, name: "web1", json: { php: { version: "8.3" } }, monitoring });
      emulator.addHost({ clientId: 1, name: "web10" });
      emulator.addHost({ clientId: 1, name: "shop" });
      emulator.addHost({ clientId: 2, name: "shop" });
      emulator.addGroup({ clientId: 1, name: "production", json: { cache: true } });
      emulator.addGroup({ clientId: 2, name: "production" });
    });

    afterAll(() => test.close());

    it("reads a client", async () => {
      const client = await test.call("getClient", { clientId: 1 });
      expect(client).toMatchObject({
        clientId: 1,
        firstname: "Ada",
        lastname: "Berger",
        email: "ada@example.com",
      });
      expect(typeof client.createdAt).toBe("string");
    });

    it("reads a host with its configuration and its live status, by its id", async () => {
      expect(await test.call("getHost", { hostId: web })).toMatchObject({
        hostId: web,
        clientId: 1,
        name: "web1",
        active: true,
        json: { php: { version: "8.3" } },
        monitoring: { load: { one: 0.4 }, disk: { used_percent: 41 } },
      });
    });

    it("reads the host of exactly a name, and not one whose name begins like it", async () => {
      expect(await test.call("getHost", { name: "web1" })).toMatchObject({
        hostId: web,
        json: { php: { version: "8.3" } },
      });
    });

    it("leaves out what a host does not have", async () => {
      expect(await test.call("getHost", { name: "web10" })).not.toHaveProperty("monitoring");
    });

    it("tells two hosts of one name apart by their client", async () => {
      expect(await test.call("getHost", { name: "shop", clientId: 2 })).toMatchObject({
        hostId: 4,
        clientId: 2,
      });
    });

    it("lists the candidates where a name is not unique", async () => {
      await expect(test.call("getHost", { name: "shop" })).rejects.toThrow(
        `${test.emulator.url} has 2 hosts of exactly the name "shop": 3 (client 1), 4 (client 2). Give clientId too, or the id instead of the name.`,
      );
    });

    it("says that no host has the name", async () => {
      await expect(test.call("getHost", { name: "web", clientId: 1 })).rejects.toThrow(
        `${test.emulator.url} has no host of exactly the name "web" of client 1`,
      );
    });

    it("says which host is not there", async () => {
      await expect(test.call("getHost", { hostId: 999 })).rejects.toThrow(/999/);
    });

    it("reads a group by its id, and by its name and client, and knows the client where the service tells it", async () => {
      expect(await test.call("getGroup", { groupId: 1 })).toMatchObject({
        groupId: 1,
        name: "production",
        json: { cache: true },
      });
      expect(await test.call("getGroup", { name: "production", clientId: 2 })).toMatchObject({
        groupId: 2,
        clientId: 2,
      });
      await expect(test.call("getGroup", { name: "production" })).rejects.toThrow(
        /2 groups of exactly the name/,
      );
    });
  },
);
