import { addOneHost, ask, withEmulator } from "./asking";
import type { Readings } from "./index";

describe("the deploy status", () => {
  it("may have two fields only", () =>
    withEmulator({ readings: { deployStatus: "machineDescription" } }, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.startDeployment(id);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
      expect(json).toEqual({ publishing: true, publishing_status: "deploy" });
    }));

  it.each([
    ["null", { job_stdout: null }],
    ["empty", { job_stdout: "" }],
    ["absent", {}],
  ] satisfies [Readings["stdoutWhenNone"], object][])(
    "without output is %s there",
    (stdoutWhenNone, expected) =>
      withEmulator({ readings: { stdoutWhenNone, deployAtWhileRunning: "absent" } }, async (emulator) => {
        const id = addOneHost(emulator);
        emulator.startDeployment(id);
        const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
        const others = {
          publishing: true,
          publishing_status: "deploy",
          is_deploying: true,
          deploy_type: "deploy",
        };
        expect(json).toEqual({ ...others, ...expected });
      }),
  );

  it("may keep the date of the deployment before while one runs", () =>
    withEmulator({ readings: { deployAtWhileRunning: "previous" } }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.startDeployment(id);
      expect((await ask(emulator, `GET /api/v1/hosts/${id}/deploy`)).json).toMatchObject({ deploy_at: null });
      clock.advance(60_000);
      emulator.startDeployment(id);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
      expect(json).toMatchObject({ publishing: true, deploy_at: "2025-01-15T09:00:02.000Z" });
    }));

  it("may have a Unix timestamp for a date, also of the deployment before", () =>
    withEmulator(
      { readings: { deployAt: "unixSeconds", deployAtWhileRunning: "previous" } },
      async (emulator, clock) => {
        const id = addOneHost(emulator);
        const deployAt = async () => (await ask(emulator, `GET /api/v1/hosts/${id}/deploy`)).json;
        emulator.startDeployment(id);
        expect(await deployAt()).toMatchObject({ deploy_at: null });
        clock.advance(60_000);
        expect(await deployAt()).toMatchObject({ deploy_at: "1736931602" });
        emulator.startDeployment(id);
        expect(await deployAt()).toMatchObject({ publishing: true, deploy_at: "1736931602" });
      },
    ));

  it("may say that a host with an import is not deploying, and a deployment can start", () =>
    withEmulator({ readings: { importIsDeploying: false } }, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.startImport(id, 60);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
      expect(json).toMatchObject({ publishing: false, publishing_status: "import", is_deploying: false });
      const start = { body: { type: "deploy" } };
      expect((await ask(emulator, `POST /api/v1/hosts/${id}/deploy`, start)).status).toBe(200);
      expect((await ask(emulator, `POST /api/v1/hosts/${id}/deploy`, start)).status).toBe(400);
      expect(emulator.host(id).status).toBe("deploy");
    }));

  it("may say that a stalled deployment is not deploying", () =>
    withEmulator({ readings: { stalledIsDeploying: false }, deploySeconds: 600 }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.startDeployment(id);
      emulator.stallDeployment(id);
      clock.advance(1000);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
      expect(json).toMatchObject({ publishing: true, publishing_status: "deploy", is_deploying: false });
      const again = await ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type: "deploy" } });
      expect(again.status).toBe(400);
    }));

  it.each([
    ["fullDeleteDeploy", 200, 400],
    ["fullResetDeploy", 400, 200],
    ["both", 200, 200],
  ] satisfies [Readings["thirdType"], number, number][])("is reached by %s", (thirdType, first, second) =>
    withEmulator({ readings: { thirdType } }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      const start = (type: string) => ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type } });
      expect((await start("fullDeleteDeploy")).status).toBe(first);
      clock.advance(60_000);
      expect((await start("fullResetDeploy")).status).toBe(second);
    }),
  );
});
