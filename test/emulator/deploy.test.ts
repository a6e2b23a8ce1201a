import { addOneHost, ask, withEmulator } from "./asking";
import type { Emulator } from "./index";

const statusOf = (emulator: Emulator, id: number) => ask(emulator, `GET /api/v1/hosts/${id}/deploy`);
const start = (emulator: Emulator, id: number, type = "deploy") =>
  ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body: { type } });

describe("deployments", () => {
  it("have no status before the first", () =>
    withEmulator({}, async (emulator) => {
      const { status, json } = await statusOf(emulator, addOneHost(emulator));
      expect([status, json]).toEqual([404, { error: "No deploy history found" }]);
    }));

  it("take time, print output and are published", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.scriptDeployment(id, { seconds: 30, output: ["one", "two"] });
      const started = await start(emulator, id);
      expect([started.status, started.json]).toEqual([200, { message: "Deployment started" }]);
      const running = {
        publishing: true,
        publishing_status: "deploy",
        is_deploying: true,
        deploy_type: "deploy",
      };
      expect((await statusOf(emulator, id)).json).toEqual({ ...running, job_stdout: null, deploy_at: null });
      clock.advance(10_000);
      expect((await statusOf(emulator, id)).json).toEqual({ ...running, job_stdout: "one", deploy_at: null });
      clock.advance(10_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ job_stdout: "one\ntwo", publishing: true });
      clock.advance(25_000);
      expect((await statusOf(emulator, id)).json).toEqual({
        publishing: false,
        publishing_status: "published",
        is_deploying: false,
        job_stdout: "one\ntwo",
        deploy_at: "2025-01-15T09:00:30.000Z",
        deploy_type: "deploy",
      });
    }));

  it("apply what was saved when they started", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      await ask(emulator, `POST /api/v1/hosts/${id}`, { body: { json: { later: true } } });
      clock.advance(2000);
      expect(emulator.host(id)).toMatchObject({
        savedJson: { later: true },
        deployedJson: { php: { version: "8.3" } },
        status: "published",
      });
    }));

  it("apply nothing when they fail", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.scriptDeployment(id, { seconds: 1, end: "error", output: ["configuration test failed"] });
      await start(emulator, id);
      clock.advance(1000);
      const { json } = await statusOf(emulator, id);
      expect(json).toMatchObject({ publishing_status: "error", job_stdout: "configuration test failed" });
      expect(emulator.host(id).deployedJson).toBeNull();
    }));

  it.each([
    ["deploy", "deploy"],
    ["fullDeploy", "Full Deploy"],
    ["fullDeleteDeploy", "Full Delete Deploy"],
  ])("of the type %s are shown as %s", (type, shown) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      expect((await start(emulator, id, type)).status).toBe(200);
      expect((await statusOf(emulator, id)).json).toMatchObject({ deploy_type: shown });
    }),
  );

  it.each([
    [{}, "The type field is required."],
    [{ type: "everything" }, "The selected type is invalid."],
    [{ type: 1 }, "The selected type is invalid."],
  ])("are refused for the body %j", (body, error) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const { status, json } = await ask(emulator, `POST /api/v1/hosts/${id}/deploy`, { body });
      expect([status, json]).toEqual([400, { error }]);
      expect(emulator.host(id).deployments).toEqual([]);
    }),
  );

  it("are refused while one is running", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      const { status, json } = await start(emulator, id, "fullDeploy");
      expect([status, json]).toEqual([400, { error: "Host is currently deploying" }]);
      expect(emulator.host(id).deployments).toHaveLength(1);
    }));

  it("can be cancelled", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      clock.advance(1000);
      emulator.cancelDeployment(id);
      clock.advance(60_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({
        publishing: false,
        publishing_status: "canceled",
        deploy_at: "2025-01-15T09:00:01.000Z",
      });
    }));

  it.each([
    ["stalled by hand", undefined],
    ["scripted to time out", "timeout"],
  ] as const)("without progress for more than five minutes time out when %s", (_how, end) =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      emulator.scriptDeployment(id, {
        seconds: end === undefined ? 3600 : 10,
        ...(end === undefined ? {} : { end }),
      });
      await start(emulator, id);
      clock.advance(10_000);
      if (end === undefined) emulator.stallDeployment(id);
      clock.advance(300_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({
        publishing: true,
        publishing_status: "deploy",
      });
      clock.advance(1);
      expect((await statusOf(emulator, id)).json).toMatchObject({
        publishing: false,
        publishing_status: "timeout",
        is_deploying: false,
        deploy_at: "2025-01-15T09:05:10.000Z",
      });
      expect((await start(emulator, id)).status).toBe(200);
    }),
  );

  it("may take hours as long as they make progress", () =>
    withEmulator({ deploySeconds: 7200 }, async (emulator, clock) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      clock.advance(7_199_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "deploy" });
      clock.advance(1000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "published" });
    }));

  it("stay as they ended when the clock goes back", () =>
    withEmulator({}, async (emulator, clock) => {
      const id = addOneHost(emulator);
      await start(emulator, id);
      clock.advance(2000);
      expect(emulator.host(id).status).toBe("published");
      emulator.clock.jump(-3_600_000);
      expect((await statusOf(emulator, id)).json).toMatchObject({ publishing_status: "published" });
    }));

  it("can be finished by hand, as published or as failed", () =>
    withEmulator({ deploySeconds: 600 }, async (emulator) => {
      const id = addOneHost(emulator);
      emulator.startDeployment(id, "Full Deploy");
      emulator.finishDeployment(id);
      emulator.startDeployment(id);
      emulator.finishDeployment(id, "error");
      expect(emulator.host(id).deployments).toMatchObject([
        { type: "Full Deploy", status: "published" },
        { type: "deploy", status: "error" },
      ]);
      expect(emulator.host(id).deployedJson).toEqual({ php: { version: "8.3" } });
      await Promise.resolve();
    }));
});
