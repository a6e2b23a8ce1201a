import { PartialFailure } from "../../../provider/resource/partialFailure";

import { errorOf } from "../platform";
import { withManagedHost, type HostBench, type HostProgram } from "./hostBench";

const statusRead = "GET hosts/{id}/deploy";
const save = { method: "POST", path: "/api/v1/hosts/{id}" };
const changedJson = { a: 2, nested: { b: { c: {} } } };

interface Changing extends HostBench {
  /** The program with another configuration. */
  changed: HostProgram;
}

/** Runs a test with a managed host and a program that declares another configuration. */
async function withChange(
  options: Parameters<typeof withManagedHost>[0],
  test: (bench: Changing) => Promise<void>,
): Promise<void> {
  await withManagedHost(options, { json: { a: 1 } }, (bench, program) =>
    test({ ...bench, changed: { ...program, json: changedJson } }),
  );
}

describe("without waiting (wait false)", () => {
  const deploy = { wait: false };

  it("starts and goes on, and the outputs say so", () =>
    withChange({ deploySeconds: 600 }, async ({ host, changed, requests }) => {
      await host.up({ ...changed, json: { a: 2 }, deploy });
      expect(requests().slice(0, 4)).toEqual([
        statusRead,
        "GET hosts/{id}",
        "POST hosts/{id}",
        "POST hosts/{id}/deploy",
      ]);
      expect(host.outputs.deployment).toMatchObject({ status: "deploy" });
    }));

  it("takes the stack's default", () =>
    withChange({ deploySeconds: 600 }, async ({ host, changed }) => {
      await host.up(changed, { waitByDefault: false });
      expect(host.outputs.deployment).toMatchObject({ status: "deploy" });
    }));

  it("does not deploy again with the next update", () =>
    withChange({ deploySeconds: 600 }, async ({ host, changed, requests }) => {
      const program = { ...changed, deploy };
      await host.up(program);
      requests();
      await host.up({ ...program, onDestroy: "restore" });
      expect(requests()).toEqual([]);
      expect(host.preview({ ...program, onDestroy: "restore" })).toEqual([]);
    }));

  it("has nothing to do after a refresh found the deployment running or published", () =>
    withChange({ deploySeconds: 600 }, async ({ host, changed, clock }) => {
      const program = { ...changed, deploy };
      await host.up(program);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
      clock.advance(700_000);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
      expect(host.outputs.deployment).toMatchObject({ status: "published" });
    }));

  it("deploys again after a refresh found the deployment failed", () =>
    withChange({}, async ({ host, changed, emulator, clock, requests }) => {
      const program = { ...changed, deploy };
      emulator.scriptDeployment(changed.hostId, { seconds: 60, end: "error" });
      await host.up(program);
      clock.advance(120_000);
      await host.refresh();
      expect(host.preview(program)).toEqual(["deploy"]);
      requests();
      await host.up(program);
      expect(requests()).toContain("POST hosts/{id}/deploy");
    }));
});

describe("a busy host", () => {
  it.each(["deployment", "import"])("is waited for before anything is saved: %s", (work) =>
    withChange({}, async ({ host, changed, emulator, clock }) => {
      emulator.scriptDeployment(changed.hostId, { seconds: 100 });
      if (work === "import") emulator.startImport(changed.hostId, 100);
      else emulator.startDeployment(changed.hostId);
      const began = clock.now();
      await host.up(changed);
      const saved = emulator.requestsTo(save)[0]?.clockAt ?? 0;
      expect(saved - began).toBeGreaterThanOrEqual(100_000);
      expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
    }),
  );

  it("fails at once with whenBusy fail, and nothing was saved", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.startImport(changed.hostId, 100);
      const error = await errorOf(host.up({ ...changed, deploy: { whenBusy: "fail" } }));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(error.message).toMatch(/an account import is running, and deploy\.whenBusy is "fail"/);
      expect(emulator.writes()).toEqual([]);
    }));

  it("is reset with whenBusy reset once it has made no progress for over five minutes", () =>
    withChange({ inactivitySeconds: 7200 }, async ({ host, changed, emulator, clock }) => {
      emulator.scriptDeployment(changed.hostId, { seconds: 3600 });
      emulator.startDeployment(changed.hostId);
      emulator.stallDeployment(changed.hostId);
      const began = clock.now();
      await host.up({ ...changed, deploy: { whenBusy: "reset" } });
      const reset = emulator.requestsTo({ method: "DELETE" })[0]?.clockAt ?? 0;
      expect(reset - began).toBeGreaterThan(300_000);
      expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
    }));

  it("is saved and not deployed where it becomes busy in between, and the next update deploys", () =>
    withChange({}, async ({ host, changed, emulator, requests }) => {
      const program = { ...changed, deploy: { whenBusy: "fail" } };
      emulator.onRequest({ ...save, moment: "ended" }, () => {
        emulator.startImport(changed.hostId, 60);
      });
      await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
      await host.refresh();
      requests();
      await host.up(changed);
      expect(requests().filter((step) => step.startsWith("POST"))).toEqual(["POST hosts/{id}/deploy"]);
    }));

  it("is told by the seconds", () =>
    withChange({}, async ({ host, changed, emulator, told }) => {
      emulator.startImport(changed.hostId, 10);
      await host.up(changed);
      expect(told.status).toContain("waiting for an import to end, 9s");
    }));
});

describe.each(["minutes", "zeroSeconds", "day"] as const)(
  "deployments of one time, deploy_at in %s",
  (deployAt) => {
    it("are published one after the other, and none is taken for the other", () =>
      withManagedHost(
        { readings: { deployAt }, deploySeconds: 4 },
        { json: { a: 1 } },
        async (bench, program) => {
          const { host, emulator } = bench;
          for (const a of [2, 3, 4]) {
            await host.up({ ...program, json: { a } });
            expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: { a } });
            expect(host.preview({ ...program, json: { a } })).toEqual([]);
          }
          emulator.scriptDeployment(program.hostId, { seconds: 4, end: "error" });
          expect((await errorOf(host.up({ ...program, json: { a: 5 } }))).message).toContain(
            'ended in "error"',
          );
          emulator.scriptDeployment(program.hostId, { seconds: 4, end: "error" });
          expect((await errorOf(host.up({ ...program, json: { a: 5 } }))).message).toContain(
            'ended in "error"',
          );
          expect(emulator.host(program.hostId).deployments).toHaveLength(6);
        },
      ));
  },
);
