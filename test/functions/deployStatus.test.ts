import { presets } from "../emulator";
import { everyReading } from "../full";
import { startFunctionTest, type FunctionTest } from "./functionTest";

describe.each(everyReading.map((name) => [name, presets[name]] as const))(
  "getDeployStatus, service read as %s",
  (_preset, readings) => {
    let test: FunctionTest;
    let host: number;

    beforeEach(async () => {
      test = await startFunctionTest({ readings });
      test.emulator.addClient();
      host = test.emulator.addHost({ clientId: 1, name: "web1" });
    });

    afterEach(() => test.close());

    it("is no error for a host that was never deployed, and has no status", async () => {
      expect(await test.call("getDeployStatus", { hostId: host })).toEqual({
        hostId: host,
        isDeploying: false,
      });
    });

    it("is an error for a host that is not there", async () => {
      await expect(test.call("getDeployStatus", { hostId: 999 })).rejects.toThrow(/999/);
    });

    it("shows a deployment that runs", async () => {
      test.emulator.scriptDeployment(host, { seconds: 600 });
      test.emulator.startDeployment(host);
      expect(await test.call("getDeployStatus", { hostId: host })).toMatchObject({
        isDeploying: true,
        status: "deploy",
      });
    });

    it("shows an import as busy", async () => {
      test.emulator.startImport(host, 600);
      expect(await test.call("getDeployStatus", { hostId: host })).toMatchObject({
        isDeploying: true,
        status: "import",
      });
    });

    it("shows how the latest deployment ended, without the job's output", async () => {
      test.emulator.scriptDeployment(host, { seconds: 0, end: "error", output: ["password s3cret-value"] });
      test.emulator.startDeployment(host);
      const status = await test.call("getDeployStatus", { hostId: host });
      expect(status).toMatchObject({ hostId: host, isDeploying: false, status: "error" });
      expect(JSON.stringify(status)).not.toContain("s3cret-value");
    });
  },
);

it("tells the type and the end of a deployment where the service does", async () => {
  const test = await startFunctionTest();
  test.emulator.addClient();
  const host = test.emulator.addHost({ clientId: 1, name: "web1" });
  test.emulator.scriptDeployment(host, { seconds: 0, end: "published" });
  test.emulator.startDeployment(host, "Full Deploy");
  const { type, finishedAt } = await test.call("getDeployStatus", { hostId: host });
  await test.close();
  expect(type).toBe("Full Deploy");
  expect(finishedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
});
