import { addOneHost, ask, withEmulator } from "./asking";
import type { Emulator, Readings } from "./index";

const statusOf = (emulator: Emulator, id: number) => ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
const start = (emulator: Emulator, id: number, type = "deploy") =>
  ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type } });
const reset = (emulator: Emulator, id: number) => ask(emulator, `DELETE /api/v1/hosts/${id}/deploy`);

describe("imports", () => {
  it("make the host busy and are no deployment", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.startImport(id, 60);
      expect((await statusOf(emulator, id)).json).toEqual({
        publishing: true,
        publishing_status: "import",
        is_deploying: true,
        job_stdout: null,
        deploy_at: null,
      });
      expect((await start(emulator, id)).status).toBe(400);
      clock.advance(60_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "published" });
      expect(emulator.host(id).deployedJson).toBeNull();
      expect((await start(emulator, id)).status).toBe(200);
    }));

  it("leave the deployment before them as the latest, under that reading", () =>
    withEmulator({ readings: { afterImport: "previous" } }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.startImport(id, 60);
      clock.advance(60_000);
      expect((await statusOf(emulator, id)).status).toBe(404);
      emulator.scriptDeployment(id, { seconds: 0, end: "error" });
      emulator.startDeployment(id);
      emulator.startImport(id, 60);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "import" });
      clock.advance(60_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "error" });
    }));
});

describe("a reset", () => {
  it.each(["canceled", "error", "timeout", "published", "deploy", 404] as const)(
    "leaves %s, under that reading",
    (afterReset) =>
      withEmulator({ readings: { afterReset }, deploySeconds: 600 }, async (emulator) => {
        const id = addOneHost(emulator);
        await start(emulator, id);
        emulator.stallDeployment(id);
        const { status, json } = await reset(emulator, id);
        expect([status, json]).toEqual([200, { message: "Deploy state reset" }]);
        const after = await statusOf(emulator, id);
        if (afterReset === 404) expect(after.status).toBe(404);
        else expect(after.json).toMatchObject({ publishing: false, publishing_status: afterReset });
        expect((await start(emulator, id)).status).toBe(200);
        expect(emulator.host(id).deployments).toHaveLength(2);
      }),
  );

  it("leaves a finished deployment as it is", () =>
    withEmulator({ readings: { afterReset: 404 } }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      clock.advance(2000);
      expect((await reset(emulator, id)).status).toBe(200);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "published" });
    }));

  it.each([
    ["message", '{"message":"Deploy state reset"}'],
    ["emptyObject", "{}"],
    ["empty", ""],
  ] satisfies [Readings["resetBody"], string][])("has the body of the reading %s", (resetBody, text) =>
    withEmulator({ readings: { resetBody } }, async (emulator) => {
      expect((await reset(emulator, addOneHost(emulator))).text).toBe(text);
    }),
  );

  it("of a host that is not there answers 404", () =>
    withEmulator({}, async (emulator) => {
      expect((await reset(emulator, 9)).status).toBe(404);
      expect((await start(emulator, 9)).status).toBe(404);
    }));
});
