import { functions } from "../../provider/functions/functions";
import { startFunctionTest, type FunctionTest } from "./functionTest";

describe("getHostCredentials", () => {
  let test: FunctionTest;

  beforeAll(async () => {
    test = await startFunctionTest();
    test.emulator.addClient();
    test.emulator.addHost({ clientId: 1, name: "web1" });
  });

  afterAll(() => test.close());

  it("reads the users and passwords for an admin-access token", async () => {
    const credentials = await test.call("getHostCredentials", { hostId: 1 });
    const { user, password } = credentials.masterUser as { user: string; password: string };
    expect([typeof user, typeof password]).toEqual(["string", "string"]);
    expect(credentials.systemUsers).toBeInstanceOf(Array);
  });

  it("reads what a client-access token may see", async () => {
    const credentials = await test.call("getHostCredentials", { hostId: 1 }, test.emulator.tokens.client);
    expect(credentials).not.toHaveProperty("masterUser");
    expect(credentials).not.toHaveProperty("adminUser");
    expect(typeof credentials.hostname).toBe("string");
  });

  it("returns nothing that is not a secret", async () => {
    const credentials = await test.call("getHostCredentials", { hostId: 1 });
    const { secretResults, result } = functions.getHostCredentials;
    expect(Object.keys(credentials).filter((key) => !secretResults.includes(key))).toEqual([]);
    expect([...secretResults].sort()).toEqual(Object.keys(result.shape).sort());
  });
});
