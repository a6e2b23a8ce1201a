import { PartialFailure } from "../../../provider/resource/partialFailure";

import { hostLifecycle } from "../../../provider/resource/lifecycle";

import { Gate, presets } from "../../emulator";
import { ManagedResource } from "../managedResource";
import { errorOf } from "../platform";
import { withManagedHost, type HostBench } from "./hostBench";
import { everyReading } from "../../full";

const save = { method: "POST", path: "/api/v1/hosts/{id}" };
const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
const status = { method: "GET", path: "/api/v1/hosts/{id}/deploy" };
/** Lets something happen right before the service carries out the next such request. */
function meanwhile({ emulator }: HostBench, match: typeof save, happen: () => void): void {
  const stop = emulator.onRequest(match, () => {
    stop();
    happen();
  });
}

/** Another stack that manages the same host. */
const otherStack = ({ context }: HostBench) => new ManagedResource(hostLifecycle, context);

describe("two stacks that manage one host", () => {
  const shared = { ownership: "declared", json: { a: 1 } };

  it("keep each other's keys where each owns what it declares, one update after the other", () =>
    withManagedHost({}, shared, async (bench, program) => {
      const other = otherStack(bench);
      await other.up({ ...program, json: { b: 1 } });
      await bench.host.up({ ...program, json: { a: 2 } });
      await other.up({ ...program, json: { b: 2 } });
      expect(bench.emulator.host(program.hostId).deployedJson).toEqual({ before: true, a: 2, b: 2 });
    }));

  it("take turns with their deployments, and the last one publishes what both have saved", () =>
    withManagedHost({ deploySeconds: 30 }, shared, async (bench, program) => {
      const other = otherStack(bench);
      await other.up({ ...program, json: { b: 1 } });
      await Promise.all([
        bench.host.up({ ...program, json: { a: 2 }, deploy: { type: "fullDeploy" } }),
        meanwhileSaved(bench, () => other.up({ ...program, json: { b: 2 } })),
      ]);
      const { deployments, deployedJson } = bench.emulator.host(program.hostId);
      expect(deployedJson).toEqual({ before: true, a: 2, b: 2 });
      expect(deployments.map(({ status: ended }) => ended)).toEqual(deployments.map(() => "published"));
    }));

  /** The service has no conditional save: whoever read before the other's save takes it back without knowing. */
  it("find out by a refresh that a save between read and save was lost, and the next update brings it back", () =>
    withManagedHost({}, shared, async (bench, program) => {
      const other = otherStack(bench);
      await other.up({ ...program, json: { b: 1 } });
      const gate = new Gate();
      bench.emulator.faults.add({ match: save, fault: { kind: "hold", gate } });
      const slow = bench.host.up({ ...program, json: { a: 2 } });
      await gate.reached;
      await other.up({ ...program, json: { b: 2 } });
      gate.open();
      await slow;
      expect(bench.emulator.host(program.hostId).savedJson).toEqual({ before: true, a: 2, b: 1 });
      await other.refresh();
      expect(other.preview({ ...program, json: { b: 2 } })).toEqual(["update json.b", "deploy"]);
      await other.up({ ...program, json: { b: 2 } });
      expect(bench.emulator.host(program.hostId).deployedJson).toEqual({ before: true, a: 2, b: 2 });
    }));

  it("see each other's keys as changes to take back where each owns the whole", () =>
    withManagedHost({}, { json: { a: 1 } }, async (bench, program) => {
      const other = otherStack(bench);
      await other.up({ ...program, json: { b: 1 } });
      await bench.host.refresh();
      expect(bench.host.preview(program)).toEqual(["delete json.b", "add json.a", "deploy"]);
    }));
});

describe("a person who saves", () => {
  it("between our read and our save is overruled with whole ownership", () =>
    withManagedHost({}, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator } = bench;
      meanwhile(bench, save, () => {
        emulator.editHost(program.hostId, (json) => ({ ...json, a: "by hand", b: "by hand" }));
      });
      await host.up({ ...program, json: { a: 2 } });
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
      await host.refresh();
      expect(host.preview({ ...program, json: { a: 2 } })).toEqual([]);
    }));

  it.each(["whole", "declared"])("before our read is seen by the update itself (%s)", (ownership) =>
    withManagedHost({}, { json: { a: 1 }, ownership }, async ({ host, emulator }, program) => {
      emulator.editHost(program.hostId, (json) => ({ ...json, a: "by hand", b: "by hand" }));
      await host.up({ ...program, json: { a: 2 } });
      const kept = ownership === "whole" ? {} : { before: true, b: "by hand" };
      expect(emulator.host(program.hostId).deployedJson).toEqual({ ...kept, a: 2 });
    }),
  );

  it("while we wait is seen by the next refresh, and the next update takes it back and deploys", () =>
    withManagedHost({ deploySeconds: 30 }, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator } = bench;
      const changed = { ...program, json: { a: 2 } };
      meanwhile(bench, start, () => {
        emulator.editHost(program.hostId, () => ({ a: "by hand" }));
      });
      await host.up(changed);
      await host.refresh();
      expect(host.preview(changed)).toEqual(["update json.a", "deploy"]);
      await host.up(changed);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
    }));
});

describe.each(everyReading)("while we save and deploy, as %s reads", (preset) => {
  const options = { readings: presets[preset], deploySeconds: 30 };
  const changed = { a: 2 };

  it("a deployment of somebody's right before our start is waited for, and ours follows", () =>
    withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator } = bench;
      meanwhile(bench, start, () => {
        emulator.startDeployment(program.hostId);
      });
      const before = emulator.host(program.hostId).deployments.length;
      await host.up({ ...program, json: changed });
      const { deployments, deployedJson } = emulator.host(program.hostId);
      expect(deployments.slice(before)).toMatchObject([{ status: "published" }, { status: "published" }]);
      expect(deployedJson).toMatchObject(changed);
    }));

  it.each(["published", "error"] as const)(
    "a deployment of somebody's that follows ours before we look is waited for, and its %s counts",
    (end) =>
      withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
        const { host, emulator } = bench;
        let looks = 0;
        const stop = emulator.onRequest(status, () => {
          looks += 1;
          if (emulator.host(program.hostId).status !== "deploy" || looks < 4) return;
          stop();
          emulator.finishDeployment(program.hostId);
          emulator.clock.jump(1000);
          emulator.scriptDeployment(program.hostId, { end });
          emulator.startDeployment(program.hostId);
        });
        const up = host.up({ ...program, json: changed });
        if (end === "error") expect((await errorOf(up)).message).toContain('ended in "error"');
        else await up;
        await host.up({ ...program, json: changed });
        expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: changed });
      }),
  );

  it("a reset of our deployment makes the update fail, and the next one deploys without a save", () =>
    withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator, context } = bench;
      let looks = 0;
      let reset: Promise<void> | undefined;
      const stop = emulator.onRequest({ ...status, moment: "ended" }, () => {
        looks += 1;
        if (emulator.host(program.hostId).status !== "deploy" || looks < 4) return;
        stop();
        reset = context.api.resetDeploy(program.hostId);
      });
      const error = await errorOf(host.up({ ...program, json: changed }));
      await reset;
      expect(error).toBeInstanceOf(PartialFailure);
      expect(error.message).toMatch(/ended in "(canceled|error|timeout)"|is gone without a result/);
      expect(host.preview({ ...program, json: changed })).toEqual(["deploy"]);
      const saves = emulator.requestsTo(save).length;
      await host.up({ ...program, json: changed });
      expect(emulator.requestsTo(save)).toHaveLength(saves);
      expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: changed });
    }));

  it.each(["Full Deploy", "deploy"] as const)(
    "a deployment (%s) that takes the place of ours counts if it publishes what was saved and does the work of ours",
    (type) =>
      withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
        const { host, emulator } = bench;
        let looks = 0;
        const stop = emulator.onRequest({ ...status, moment: "ended" }, () => {
          if (emulator.requestsTo(start).length === 0 || ++looks < 2) return;
          stop();
          emulator.finishDeployment(program.hostId);
          emulator.clock.jump(2000);
          emulator.scriptDeployment(program.hostId, { seconds: 5, end: "published" });
          emulator.startDeployment(program.hostId, type);
        });
        emulator.clearRequests();
        const own = type === "deploy" ? "fullDeploy" : "deploy";
        await host.up({ ...program, json: changed, deploy: { type: own } });
        expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: changed });
        const shown = preset !== "asMachineDescription";
        expect(emulator.requestsTo(start)).toHaveLength(shown && own === "fullDeploy" ? 2 : 1);
      }),
  );

  it("a deployment of another type that takes the place of ours is not ours, and the next update saves and deploys", () =>
    withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator } = bench;
      // The third look: ours was seen running, and the other one has ended before the fourth.
      let looks = 0;
      const stop = emulator.onRequest({ ...status, moment: "ended" }, () => {
        if (emulator.requestsTo(start).length === 0 || ++looks < 2) return;
        stop();
        emulator.cancelDeployment(program.hostId);
        emulator.editHost(program.hostId, () => ({ older: true }));
        emulator.scriptDeployment(program.hostId, { seconds: 0, end: "published" });
        emulator.startDeployment(program.hostId, "Full Deploy");
      });
      emulator.clearRequests();
      const up = host.up({ ...program, json: changed });
      // Without a type in the status nothing tells, until a refresh finds the other configuration.
      if (preset === "asMachineDescription") await up;
      else {
        const error = await errorOf(up);
        expect(error).toBeInstanceOf(PartialFailure);
        expect(error.message).toContain("somebody has ended the deployment and started another one");
      }
      await host.refresh();
      expect(host.preview({ ...program, json: changed })).toContain("deploy");
      await host.up({ ...program, json: changed });
      expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: changed });
    }));

  it("a host that is deleted while we wait ends the wait, leaves the state on refresh, and nothing is created", () =>
    withManagedHost(options, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator } = bench;
      emulator.addHost({ clientId: bench.clientId, name: "web2" });
      meanwhile(bench, start, () => {
        const stop = emulator.onRequest(status, () => {
          stop();
          emulator.removeHost(program.hostId);
        });
      });
      const error = await errorOf(host.up({ ...program, json: changed }));
      expect(error.message).toMatch(/Host \d+ \(web1\).*(removed the host|not)/);
      await host.refresh();
      expect(host.state).toBeUndefined();
      expect((await errorOf(host.up({ ...program, json: changed }))).message).toMatch(
        /404|not found|no host/i,
      );
      expect(emulator.hostIds()).toHaveLength(1);
    }));
});

/** Begins as soon as the next save has been carried out. */
async function meanwhileSaved({ emulator }: HostBench, begin: () => Promise<void>): Promise<void> {
  await emulator.nextRequest({ ...save, moment: "ended" });
  await begin();
}
