import { PartialFailure } from "../../../provider/resource/partialFailure";

import { ManagedRecords } from "../../../provider/resource/managedRecords";

import { presets } from "../../emulator";
import { errorOf } from "../platform";
import type { HostBench, HostProgram } from "./hostBench";
import { withManagedHost } from "./hostBench";
import { everyReading } from "../../full";

const statusRead = "GET hosts/{id}/deploy";
const deploymentOnly = [statusRead, "GET hosts/{id}", "POST hosts/{id}/deploy", statusRead];
const joined = [statusRead, "GET hosts/{id}", statusRead];
const save = { method: "POST", path: "/api/v1/hosts/{id}" };
const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
const changedJson = { a: 2, nested: { b: { c: {} } } };

interface Unfinished extends HostBench {
  /** The program with the change. */
  changed: HostProgram;
}

/** Runs a test with a managed host and a program that declares another configuration. */
async function withChange(
  options: Parameters<typeof withManagedHost>[0],
  test: (bench: Unfinished) => Promise<void>,
): Promise<void> {
  await withManagedHost(options, { json: { a: 1 } }, (bench, program) =>
    test({ ...bench, changed: { ...program, json: changedJson } }),
  );
}

describe.each(everyReading)("an update that does not get to its end, as %s reads", (preset) => {
  const readings = presets[preset];

  it.each(["error", "canceled", "timeout"] as const)(
    "whose deployment ends in %s is made good by the next update without a save, with and without a refresh in between",
    (end) =>
      withChange({ readings }, async ({ host, changed, emulator, requests, told }) => {
        for (const refreshed of [false, true]) {
          const program = { ...changed, json: { ...changedJson, refreshed } };
          emulator.scriptDeployment(changed.hostId, { end });
          const error = await errorOf(host.up(program));
          expect(error).toBeInstanceOf(PartialFailure);
          expect(error.message).toContain(`ended in "${end}"`);
          if (refreshed) await host.refresh();
          expect(host.preview(program)).toEqual(["deploy"]);
          const reports = told.warn.filter((text) => text.includes("not been published"));
          expect(reports).toHaveLength(refreshed ? 1 : 0);
          requests();
          await host.up(program);
          expect(requests()).toEqual(deploymentOnly);
          expect(emulator.host(changed.hostId).deployedJson).toMatchObject({ refreshed });
        }
      }),
  );

  it("whose deployment was never seen is deployed again, although somebody's import has ended meanwhile", () =>
    withChange({ readings, deploySeconds: 5 }, async ({ host, changed, emulator, clock }) => {
      // The second one ends as the first did: where no result has a time, that is not seen.
      const undo = emulator.onRequest({ ...start, moment: "ended" }, () => {
        emulator.cancelDeployment(changed.hostId);
      });
      for (const a of [2, 3]) {
        expect(await errorOf(host.up({ ...changed, json: { a } }))).toBeInstanceOf(PartialFailure);
      }
      undo();
      emulator.startImport(changed.hostId, 10);
      clock.advance(600_000);
      await host.refresh();
      await host.up({ ...changed, json: { a: 3 } });
      expect(emulator.host(changed.hostId).deployedJson).toMatchObject({ a: 3 });
    }));

  it("whose wait was interrupted is joined by the next update, which starts nothing", () =>
    withChange({ readings, deploySeconds: 120 }, async ({ host, changed, emulator, requests }) => {
      await interrupted(host.up(changed, stopAfterStart(emulator)));
      requests();
      await host.up(changed);
      expect(requests()).toEqual(joined);
      expect(host.outputs.deployment).toMatchObject({ status: "published" });
    }));

  it("whose process was killed after the save is deployed by the next update", () =>
    withChange({ readings }, async ({ host, changed, emulator, requests }) => {
      await killedAfterSave(host.killedUp(changed, stopBeforeStart(emulator)));
      expect(emulator.host(changed.hostId).savedJson).toMatchObject(changedJson);
      requests();
      await host.up(changed);
      expect(requests()).toEqual(deploymentOnly);
      expect(emulator.host(changed.hostId).deployedJson).toMatchObject(changedJson);
    }));

  it("whose process was killed after the save is deployed by the next update after a refresh", () =>
    withChange({ readings }, async ({ host, changed, emulator, requests }) => {
      await killedAfterSave(host.killedUp(changed, stopBeforeStart(emulator)));
      await host.refresh();
      requests();
      await host.up(changed);
      expect(requests()).toEqual(deploymentOnly);
      expect(emulator.host(changed.hostId).deployedJson).toMatchObject(changedJson);
    }));
});

function stopAfterStart(emulator: HostBench["emulator"]) {
  const stop = new AbortController();
  void emulator.nextRequest({ ...start, moment: "ended" }).then(() => {
    stop.abort(new Error("stop"));
  });
  return { signal: stop.signal };
}

/** Stops an operation when its start arrives, which then does not happen. */
function stopBeforeStart(emulator: HostBench["emulator"]) {
  const stop = new AbortController();
  emulator.faults.add({ match: start, fault: { kind: "resetBefore" } });
  void emulator.nextRequest(start).then(() => {
    stop.abort(new Error("stop"));
  });
  return { signal: stop.signal };
}

async function interrupted(up: Promise<void>): Promise<void> {
  const error = await errorOf(up);
  expect(error.message).toMatch(/interrupted.*goes on on the server/);
}

async function killedAfterSave(up: Promise<void>): Promise<void> {
  await expect(up).resolves.toBeUndefined();
}

describe("a failed deployment", () => {
  it("is told with host, type, duration and the last lines of its output", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, {
        end: "error",
        seconds: 190,
        output: ["one", "nginx: broken"],
      });
      const error = await errorOf(host.up({ ...changed, deploy: { type: "fullDeploy" } }));
      expect(error.message).toMatch(
        /^Host 1 \(web1\): the deployment \(fullDeploy\) ended in "error" after 3m1\ds\. .*Last output:\n {4}one\n {4}nginx: broken$/,
      );
    }));

  it("does not make a refresh fail, which reports it", () =>
    withChange({}, async ({ host, changed, emulator, told }) => {
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      await errorOf(host.up(changed));
      await host.refresh();
      expect(told.warn.filter((text) => text.includes("not been published"))).toEqual([
        expect.stringMatching(
          /^Host 1 \(web1\): .*not been published.*"error".*`pulumi up` deploys it/,
        ) as string,
      ]);
    }));

  it("never replaces the host", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      await errorOf(host.up(changed));
      expect(host.diff(changed)).toMatchObject({ changes: true, replaces: [], deploymentDue: true });
    }));

  it("is owed still where the program goes back to what was published before", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      await errorOf(host.up(changed));
      await host.up({ ...changed, json: { a: 1 } });
      expect(emulator.host(changed.hostId).deployedJson).toEqual({ a: 1 });
    }));

  it("is deployed a second time where it fails a second time", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      await errorOf(host.up(changed));
      await errorOf(host.up(changed));
      await host.up(changed);
      expect(emulator.requestsTo(save)).toHaveLength(1);
      expect(emulator.requestsTo(start)).toHaveLength(3);
    }));

  it("is made good by the next update although somebody has deployed since", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { end: "error" });
      await errorOf(host.up(changed));
      emulator.startDeployment(changed.hostId);
      await host.up(changed);
      expect(host.outputs.deployment).toMatchObject({ status: "published" });
    }));
});

describe("an interrupted wait", () => {
  it("ends at once, with the deployment going on", () =>
    withChange({ deploySeconds: 600 }, async ({ host, changed, emulator, clock }) => {
      const before = clock.now();
      await interrupted(host.up(changed, stopAfterStart(emulator)));
      expect(clock.now() - before).toBeLessThan(10_000);
      expect(emulator.host(changed.hostId).status).toBe("deploy");
    }));

  it("is made good by a refresh that finds the deployment published", () =>
    withChange({ deploySeconds: 60 }, async ({ host, changed, emulator, clock }) => {
      await interrupted(host.up(changed, stopAfterStart(emulator)));
      clock.advance(120_000);
      await host.refresh();
      expect(host.preview(changed)).toEqual([]);
    }));

  it("is made good by an update that finds the deployment published, without another", () =>
    withChange({ deploySeconds: 60 }, async ({ host, changed, emulator, clock }) => {
      await interrupted(host.up(changed, stopAfterStart(emulator)));
      clock.advance(120_000);
      await host.up(changed);
      expect(emulator.requestsTo(start)).toHaveLength(1);
    }));

  it.each([false, true])(
    "is followed by another deployment where it failed meanwhile (refreshed: %s)",
    (refreshed) =>
      withChange({}, async ({ host, changed, emulator, clock }) => {
        emulator.scriptDeployment(changed.hostId, { end: "error", seconds: 60 });
        await interrupted(host.up(changed, stopAfterStart(emulator)));
        clock.advance(120_000);
        if (refreshed) await host.refresh();
        await host.up(changed);
        expect(emulator.requestsTo(start)).toHaveLength(2);
        expect(emulator.host(changed.hostId).status).toBe("published");
      }),
  );

  it("is waited out and followed by another where the program changed meanwhile", () =>
    withChange({ deploySeconds: 60 }, async ({ host, changed, emulator }) => {
      await interrupted(host.up(changed, stopAfterStart(emulator)));
      await host.up({ ...changed, json: { a: 3 } });
      expect(emulator.host(changed.hostId).deployments.map(({ jsonAtStart }) => jsonAtStart)).toEqual([
        { a: 1 },
        changedJson,
        { a: 3 },
      ]);
    }));

  it("that took longer than deploy.timeout is joined by the next update", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { seconds: 100 });
      const error = await errorOf(host.up({ ...changed, deploy: { timeout: 30 } }));
      expect(error.message).toMatch(/not ended after 30s, which is deploy\.timeout/);
      await host.up(changed);
      expect(emulator.requestsTo(start)).toHaveLength(1);
    }));

  it("counts customTimeouts before deploy.timeout", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.scriptDeployment(changed.hostId, { seconds: 100 });
      const error = await errorOf(host.up({ ...changed, deploy: { timeout: 30 } }, { timeoutSeconds: 60 }));
      expect(error.message).toContain("not ended after 1m00s");
    }));
});

describe("a process that is killed", () => {
  it("while it deploys leaves a deployment that the next update waits out and repeats", () =>
    withChange({ deploySeconds: 60 }, async ({ host, changed, emulator }) => {
      await host.killedUp(changed, stopAfterStart(emulator));
      await host.up(changed);
      expect(emulator.requestsTo(save)).toHaveLength(1);
      expect(emulator.host(changed.hostId)).toMatchObject({ status: "published", deployedJson: changedJson });
    }));

  it.each([false, true])(
    "after it took a hand edit back leaves a deployment to the next update (refreshed: %s)",
    (refreshed) =>
      withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
        emulator.editHost(program.hostId, () => ({ a: "edited" }));
        emulator.startDeployment(program.hostId);
        await host.refresh();
        await host.killedUp(program, stopBeforeStart(emulator));
        expect(emulator.host(program.hostId)).toMatchObject({ savedJson: { a: 1 } });
        if (refreshed) await host.refresh();
        await host.up(program);
        expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1 });
      }),
  );

  it("after it saved for a change of ownership leaves the deployment to the next update", () =>
    withManagedHost({}, { json: { a: 1 }, ownership: "declared" }, async ({ host, emulator }, program) => {
      const whole = { ...program, ownership: "whole" };
      await host.killedUp(whole, stopBeforeStart(emulator));
      await host.up(whole);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1 });
    }));

  it("after it saved for a change of ownership leaves the deployment to the update after a refresh", () =>
    withManagedHost({}, { json: { a: 1 }, ownership: "declared" }, async ({ host, emulator }, program) => {
      const whole = { ...program, ownership: "whole" };
      await host.killedUp(whole, stopBeforeStart(emulator));
      await host.refresh();
      await host.up(whole);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1 });
    }));

  it("before its save leaves everything to the next update", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.faults.add({ match: save, at: "every", times: 3, fault: { kind: "resetBefore" } });
      await host.killedUp(changed);
      await host.up(changed);
      expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
    }));
});

describe("a start whose answer was lost", () => {
  it.each([
    { kind: "resetAfter", starts: 1 },
    { kind: "resetBefore", starts: 2 },
    { kind: "html", starts: 1 },
  ] as const)("is looked up before it is tried again ($kind)", ({ kind, starts }) =>
    withChange({ deploySeconds: 20 }, async ({ host, changed, emulator }) => {
      const fault = kind === "html" ? ({ kind, status: 504, run: true } as const) : { kind };
      emulator.faults.add({ match: start, fault });
      await host.up(changed);
      expect(emulator.requestsTo(start)).toHaveLength(starts);
      // The takeover's, and this one.
      expect(emulator.host(changed.hostId).deployments).toHaveLength(2);
    }),
  );
});

it("gives up after three starts without an answer and without a deployment, and deploys with the next update", () =>
  withChange({}, async ({ host, changed, emulator, clock }) => {
    const before = clock.now();
    const fault = emulator.faults.add({ match: start, at: "every", fault: { kind: "resetBefore" } });
    const error = await errorOf(host.up(changed));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error.message).toMatch(
      /^Host 1 \(web1\): nobody answered the start.*none has appeared.*next `pulumi up`/,
    );
    expect(clock.now() - before).toBeLessThan(3 * 60_000);
    fault.remove();
    await host.up(changed);
    expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
  }));

it("starts one deployment where the answer to every start is lost", () =>
  withChange({ deploySeconds: 20 }, async ({ host, changed, emulator }) => {
    emulator.faults.add({ match: start, at: "every", fault: { kind: "resetAfter" } });
    await host.up(changed);
    expect(emulator.requestsTo(start)).toHaveLength(1);
    expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
  }));

it.each(everyReading)("an old result is not taken for the new one, as %s reads", (preset) =>
  withChange({ readings: presets[preset], deploySeconds: 40 }, async ({ host, changed, emulator }) => {
    emulator.faults.add({ match: start, fault: { kind: "staleStatus", ms: 15_000 } });
    await host.up(changed);
    expect(emulator.host(changed.hostId)).toMatchObject({ status: "published", deployedJson: changedJson });
  }),
);

describe("a save that fails", () => {
  it("for good leaves the state as it was", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      const before = host.state;
      emulator.faults.add({ match: save, fault: { kind: "status", status: 403, body: null } });
      const error = await errorOf(host.up(changed));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(host.state).toEqual(before);
    }));

  it("is tried again while the service is unavailable", () =>
    withChange({}, async ({ host, changed, emulator }) => {
      emulator.faults.add({ match: save, fault: { kind: "status", status: 503 } });
      await host.up(changed);
      expect(emulator.host(changed.hostId).deployedJson).toEqual(changedJson);
    }));
});

it("says after a refresh of the same run has warned that what is saved is published now, once", () =>
  withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator, told }, program) => {
    const changed = { ...program, json: { a: 2 } };
    emulator.scriptDeployment(program.hostId, { end: "error" });
    await errorOf(host.up(changed));
    const managed = new ManagedRecords();
    await host.refresh({ managed });
    await host.up(changed, { managed });
    await host.up({ ...program, json: { a: 3 } }, { managed });
    expect(told.info).toEqual(["Host 1 (web1): what is saved is published now."]);
  }));
