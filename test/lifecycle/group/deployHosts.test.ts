import { PartialFailure } from "../../../provider/resource/partialFailure";

import { hostLifecycle } from "../../../provider/resource/lifecycle";

import { presets } from "../../emulator";
import { ManagedResource } from "../managedResource";
import { errorOf } from "../platform";
import { withGroup, withManagedGroup, type GroupBench } from "./groupBench";
import { everyReading } from "../../full";

const json = { php: { version: "8.3" } };
const changed = { php: { version: "8.4" } };
const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
const save = { method: "POST", path: "/api/v1/groups/{id}" };
const deploysAll = ({ hostIds }: GroupBench) => ({ json, deployHosts: hostIds });

/** The hosts that were deployed, in order of their ids. */
function started({ emulator }: GroupBench): number[] {
  return emulator
    .requestsTo(start)
    .map(({ path }) => Number(/hosts\/(\d+)/.exec(path)?.[1]))
    .sort((left, right) => left - right);
}

describe.each(everyReading)("the hosts of a group, as %s reads", (preset) => {
  const readings = presets[preset];

  it("are deployed after the takeover's save", () =>
    withGroup({ readings }, async (bench) => {
      await bench.group.up({ groupId: bench.groupId, ...deploysAll(bench) });
      expect(started(bench)).toEqual(bench.hostIds);
      expect(bench.group.outputs.deployments).toMatchObject({
        1: { status: "published" },
        2: { status: "published" },
        3: { status: "published" },
      });
    }));

  it("are deployed after every save, at the same time", () =>
    withManagedGroup({ readings, deploySeconds: 300 }, deploysAll, async (bench, program) => {
      const began = bench.clock.now();
      await bench.group.up({ ...program, json: changed });
      expect(started(bench)).toEqual(bench.hostIds);
      expect(bench.clock.now() - began).toBeLessThan(600_000);
    }));

  it("of which one fails are named, and only that one is deployed by the next update", () =>
    withManagedGroup({ readings }, deploysAll, async (bench, program) => {
      const { group, emulator, hostIds, requests } = bench;
      emulator.scriptDeployment(hostIds[1], { end: "error" });
      const error = await errorOf(group.up({ ...program, json: changed }));
      expect(error).toBeInstanceOf(PartialFailure);
      expect(error.message).toMatch(/^Host 2 \(group 1\): the deployment \(deploy\) ended in "error"/);
      expect(error.message).not.toMatch(/Host [13]/);
      expect(group.preview({ ...program, json: changed })).toEqual(["deploy"]);
      requests();
      await group.up({ ...program, json: changed });
      expect(started(bench)).toEqual([hostIds[1]]);
      expect(emulator.requestsTo(save)).toEqual([]);
    }));

  it("of which one failed are deployed by the next update after a refresh, which reports it", () =>
    withManagedGroup({ readings }, deploysAll, async (bench, program) => {
      const { group, emulator, hostIds, told, requests } = bench;
      emulator.scriptDeployment(hostIds[2], { end: "canceled" });
      await errorOf(group.up({ ...program, json: changed }));
      await group.refresh();
      expect(told.warn.filter((text) => text.startsWith("Host "))).toEqual([
        expect.stringMatching(/^Host 3 \(group 1\): /) as string,
      ]);
      requests();
      await group.up({ ...program, json: changed });
      expect(started(bench)).toEqual([hostIds[2]]);
    }));
});

it("tells of each host by its id what happens, also at the end of the group's life", () =>
  withManagedGroup({}, deploysAll, async ({ group, hostIds, told }, program) => {
    const restoring = { ...program, json: changed, onDestroy: "restore" };
    for (const act of [() => group.up(restoring), () => group.destroy()]) {
      told.status.length = 0;
      await act();
      for (const id of hostIds) {
        const own = told.status.filter((text) => text.startsWith(`Host ${id}: deploy: `));
        expect(own.at(0)).toBe(`Host ${id}: deploy: starting`);
        expect(own.at(-1)).toMatch(/: deploy: published after /);
      }
      expect(told.status.filter((text) => !/^Host [123]: /.test(text))).toEqual([]);
      expect(new Set(told.status).size).toBe(told.status.length);
    }
  }));

it("names every host whose deployment failed", () =>
  withManagedGroup({}, deploysAll, async ({ group, emulator, hostIds }, program) => {
    for (const hostId of hostIds) emulator.scriptDeployment(hostId, { end: "error" });
    const error = await errorOf(group.up({ ...program, json: changed }));
    expect((error as PartialFailure).reasons.map((reason) => reason.slice(0, 6)).sort()).toEqual([
      "Host 1",
      "Host 2",
      "Host 3",
    ]);
  }));

it("deploys each host once, although it is named twice", () =>
  withManagedGroup({}, { json, deployHosts: [1, 1] }, async (bench, program) => {
    await bench.group.up({ ...program, json: changed });
    expect(started(bench)).toEqual([1]);
  }));

describe("a takeover of a group that holds already what is declared", () => {
  const taken = (bench: GroupBench, onCreate?: boolean) => ({
    groupId: bench.groupId,
    ...deploysAll(bench),
    ...(onCreate === undefined ? {} : { deploy: { onCreate } }),
  });

  /** Every host was deployed; then the group was saved and two of the hosts were deployed again. */
  const savedAndPartlyDeployed = ({ emulator, clock, groupId, hostIds }: GroupBench) => {
    const deploy = (ids: readonly number[]) => {
      for (const id of ids) emulator.startDeployment(id);
      clock.advance(600_000);
    };
    deploy(hostIds);
    emulator.editGroup(groupId, () => json);
    clock.advance(1000);
    deploy(hostIds.slice(0, 2));
  };

  it("deploys the hosts that were not deployed since, as a takeover that was killed leaves them", () =>
    withGroup({}, async (bench) => {
      savedAndPartlyDeployed(bench);
      await bench.group.up(taken(bench));
      expect(started(bench)).toEqual([bench.hostIds[2]]);
      expect(bench.emulator.requestsTo(save)).toEqual([]);
      expect(bench.group.preview(taken(bench))).toEqual([]);
    }));

  it("leaves the failed ones to the next update, which deploys them alone", () =>
    withGroup({}, async (bench) => {
      const { group, emulator, hostIds, requests } = bench;
      savedAndPartlyDeployed(bench);
      emulator.scriptDeployment(hostIds[2], { end: "error" });
      expect(await errorOf(group.up(taken(bench)))).toBeInstanceOf(PartialFailure);
      requests();
      await group.up(taken(bench));
      expect(started(bench)).toEqual([hostIds[2]]);
    }));

  it("keeps what it has reached where a status cannot be read", () =>
    withGroup({}, async (bench) => {
      const { group, emulator, hostIds } = bench;
      savedAndPartlyDeployed(bench);
      const status = { method: "GET", path: `/api/v1/hosts/${hostIds[2]}/deploy` };
      const fault = emulator.faults.add({
        match: status,
        at: "every",
        fault: { kind: "status", status: 500 },
      });
      expect(await errorOf(group.up(taken(bench)))).toBeInstanceOf(PartialFailure);
      fault.remove();
      await group.up(taken(bench));
      expect(started(bench)).toEqual([hostIds[2]]);
    }));

  it("deploys none with onCreate false, and asks nothing of them", () =>
    withGroup({}, async (bench) => {
      savedAndPartlyDeployed(bench);
      await bench.group.up(taken(bench, false));
      expect(bench.emulator.requestsTo({ path: /deploy$/ })).toEqual([]);
    }));

  it("deploys none that was never deployed, but with onCreate true", () =>
    withGroup({}, async (bench) => {
      bench.emulator.editGroup(bench.groupId, () => json);
      await bench.group.up(taken(bench));
      expect(started(bench)).toEqual([]);
    }));

  it("deploys with onCreate true also those that never were", () =>
    withGroup({}, async (bench) => {
      bench.emulator.editGroup(bench.groupId, () => json);
      await bench.group.up(taken(bench, true));
      expect(started(bench)).toEqual(bench.hostIds);
    }));
});

describe("a newly named host", () => {
  it("is not deployed for being named", () =>
    withManagedGroup({}, { json, deployHosts: [1] }, async (bench, program) => {
      await bench.group.up({ ...program, deployHosts: [1, 2] });
      expect(bench.requests()).toEqual([]);
    }));

  it("is not deployed when another host is deployed for a failure", () =>
    withManagedGroup({}, { json, deployHosts: [1] }, async (bench, program) => {
      bench.emulator.scriptDeployment(1, { end: "error" });
      await errorOf(bench.group.up({ ...program, json: changed }));
      bench.requests();
      await bench.group.up({ ...program, json: changed, deployHosts: [1, 2] });
      expect(started(bench)).toEqual([1]);
    }));

  it("is deployed with the next save", () =>
    withManagedGroup({}, { json, deployHosts: [1] }, async (bench, program) => {
      await bench.group.up({ ...program, deployHosts: [1, 2] });
      await bench.group.up({ ...program, json: changed, deployHosts: [1, 2] });
      expect(started(bench)).toEqual([1, 2]);
    }));

  it("is deployed with the save of the same update", () =>
    withManagedGroup({}, { json, deployHosts: [1] }, async (bench, program) => {
      await bench.group.up({ ...program, json: changed, deployHosts: [1, 2] });
      expect(started(bench)).toEqual([1, 2]);
    }));

  it("is deployed although the process was killed between the save and the deployments", () =>
    withManagedGroup({}, { json, deployHosts: [1] }, async (bench, program) => {
      const next = { ...program, json: changed, deployHosts: [1, 2] };
      bench.emulator.editGroup(program.groupId, () => changed);
      await bench.group.up(next);
      expect(started(bench)).toEqual([1, 2]);
      expect(bench.emulator.requestsTo(save)).toEqual([]);
    }));
});

describe("a group that was saved and not deployed", () => {
  it.each([false, true])("is deployed by the next update, without a save (refreshed: %s)", (refreshed) =>
    withManagedGroup({}, deploysAll, async (bench, program) => {
      bench.emulator.editGroup(program.groupId, () => changed);
      if (refreshed) await bench.group.refresh();
      await bench.group.up({ ...program, json: changed });
      expect(started(bench)).toEqual(bench.hostIds);
      expect(bench.emulator.requestsTo(save)).toEqual([]);
    }),
  );

  it("is deployed after a change of ownership by a process that was killed", () =>
    withManagedGroup(
      {},
      (bench) => ({ ...deploysAll(bench), ownership: "declared" }),
      async (bench, program) => {
        bench.emulator.editGroup(program.groupId, () => json);
        await bench.group.refresh();
        await bench.group.up({ ...program, ownership: "whole" });
        expect(started(bench)).toEqual(bench.hostIds);
        expect(bench.emulator.requestsTo(save)).toEqual([]);
      },
    ));

  it("is deployed after a hand edit was taken back by a process that was killed", () =>
    withManagedGroup({}, deploysAll, async (bench, program) => {
      bench.emulator.editGroup(program.groupId, () => changed);
      await bench.group.refresh();
      bench.emulator.editGroup(program.groupId, () => json);
      await bench.group.refresh();
      await bench.group.up(program);
      expect(started(bench)).toEqual(bench.hostIds);
    }));
});

it("joins the deployments that go on after an interrupted wait, and starts none", () =>
  withManagedGroup({ deploySeconds: 300 }, deploysAll, async (bench, program) => {
    const stop = new AbortController();
    let starts = 0;
    bench.emulator.onRequest({ ...start, moment: "ended" }, () => {
      starts += 1;
      if (starts === 3) stop.abort(new Error("stop"));
    });
    const error = await errorOf(bench.group.up({ ...program, json: changed }, { signal: stop.signal }));
    expect((error as PartialFailure).reasons).toHaveLength(3);
    bench.requests();
    await bench.group.up({ ...program, json: changed });
    expect(started(bench)).toEqual([]);
    expect(bench.group.outputs.deployments).toMatchObject({ 1: { status: "published" } });
  }));

it("saves nothing where one host is busy and whenBusy is fail, and waits for no other", () =>
  withManagedGroup({}, deploysAll, async (bench, program) => {
    const { group, emulator, hostIds, clock } = bench;
    emulator.startImport(hostIds[0], 100);
    const began = clock.now();
    await errorOf(group.up({ ...program, json: changed, deploy: { whenBusy: "fail" } }));
    expect(emulator.writes()).toEqual([]);
    expect(clock.now() - began).toBeLessThan(10_000);
  }));

it("stops waiting for one host where another cannot be looked at", () =>
  withManagedGroup({}, deploysAll, async (bench, program) => {
    const { group, emulator, hostIds, clock } = bench;
    emulator.startImport(hostIds[0], 1000);
    emulator.faults.add({
      match: { path: `/api/v1/hosts/${hostIds[1]}/deploy` },
      fault: { kind: "status", status: 403, body: null },
    });
    await errorOf(group.up({ ...program, json: changed }));
    const ended = clock.now();
    for (let count = 0; count < 5; count += 1) await group.refresh();
    expect(clock.now()).toBe(ended);
  }));

it("saves although one host is gone, says so, and has nothing to do once the program forgets it", () =>
  withManagedGroup({}, deploysAll, async (bench, program) => {
    const { group, emulator, hostIds } = bench;
    emulator.removeHost(hostIds[0]);
    const error = await errorOf(group.up({ ...program, json: changed }));
    expect(error.message).toMatch(
      /^Host 1 \(group 1\): .* has no host 1.*remove it from the `deployHosts` of the group/,
    );
    const smaller = { ...program, json: changed, deployHosts: [hostIds[1], hostIds[2]] };
    await group.up(smaller);
    expect(group.preview(smaller)).toEqual([]);
    expect(emulator.group(program.groupId).savedJson).toEqual(changed);
  }));

it("reports at a refresh which host is gone, and not one that was never deployed", () =>
  withManagedGroup({}, deploysAll, async ({ group, emulator, hostIds, clientId, told }, program) => {
    const fresh = emulator.addHost({ clientId, name: "web4" });
    await group.up({ ...program, deployHosts: [...hostIds, fresh] });
    emulator.removeHost(hostIds[0]);
    told.warn.length = 0;
    await group.refresh();
    expect(told.warn).toEqual([
      expect.stringMatching(/^Host 1 \(group 1\): .* has no such host.*`deployHosts`/),
    ]);
    expect(Object.keys(group.outputs.deployments ?? {})).toEqual(["2", "3"]);
  }));

describe("the host trigger of a group's fingerprint", () => {
  it("deploys the host once when the group changes, and once when both change", () =>
    withManagedGroup({}, { json }, async (bench, program) => {
      const { group, context, hostIds } = bench;
      const host = new ManagedResource(hostLifecycle, context);
      const declared = (own: number) => ({
        hostId: hostIds[0],
        json: { own },
        deploy: { triggers: [group.outputs.fingerprint] },
      });
      await host.up(declared(1));
      bench.requests();

      await group.up({ ...program, json: changed });
      await host.up(declared(1));
      expect(started(bench)).toEqual([1]);
      await host.up(declared(1));
      expect(started(bench)).toEqual([1]);

      await group.up({ ...program, json: { php: { version: "8.5" } } });
      await host.up(declared(2));
      expect(started(bench)).toEqual([1, 1]);
    }));

  it("deploys nothing when a refresh of the group finds nothing", () =>
    withManagedGroup({ readings: presets.mixed }, { json }, async ({ group }) => {
      const before = group.outputs.fingerprint;
      await group.refresh();
      expect(group.outputs.fingerprint).toBe(before);
    }));
});

describe("a destroy that restores", () => {
  const restoring = (bench: GroupBench) => ({ ...deploysAll(bench), onDestroy: "restore" });

  it("deploys every host after its save", () =>
    withManagedGroup({}, restoring, async (bench) => {
      await bench.group.destroy();
      expect(started(bench)).toEqual(bench.hostIds);
    }));

  it("fails with every host whose deployment failed, and the next try deploys again without a save", () =>
    withManagedGroup({}, restoring, async (bench) => {
      const { group, emulator, hostIds, requests } = bench;
      emulator.scriptDeployment(hostIds[0], { end: "error" });
      emulator.scriptDeployment(hostIds[2], { end: "error" });
      const error = await errorOf(group.destroy());
      expect(error.message).toMatch(/Host 1 .*[^]*Host 3 /);
      // The state stayed as it was: `pulumi up` would find nothing to do.
      expect(error.message.match(/run the same command again/g)).toHaveLength(2);
      expect(error.message).not.toMatch(/(?<!`pulumi refresh`, then )`pulumi up`/);
      expect(error.message).toContain("Group 1 (production) now holds what was there before");
      requests();
      await group.destroy();
      expect(emulator.requestsTo(save)).toEqual([]);
      expect(started(bench)).toEqual(hostIds);
    }));

  it("does not take a host for gone that is still listed", () =>
    withManagedGroup({}, restoring, async ({ group, emulator, hostIds }) => {
      const match = { path: `/api/v1/hosts/${hostIds[0]}/deploy` };
      emulator.faults.add({ match, at: "every", fault: { kind: "status", status: 404 } });
      expect((await errorOf(group.destroy())).message).toMatch(/^Host 1 \(group 1\): .* still lists it/);
    }));

  it("does not take a host for gone that the token cannot tell, and says how to go on", () =>
    withManagedGroup({}, restoring, async ({ group, emulator, hostIds, connect, clientId }) => {
      emulator.removeHost(hostIds[0]);
      const api = connect(emulator.addToken({ access: "client", clientId }));
      expect((await errorOf(group.destroy({ api }))).message).toMatch(
        /^Host 1 \(group 1\): .*no proof.*remove it from the `deployHosts`.*run the same command again\.$/,
      );
      await group.destroy();
      expect(group.state).toBeUndefined();
    }));

  it("does not take a host that is gone for the group, and hides no other failure", () =>
    withManagedGroup({}, restoring, async ({ group, emulator, hostIds }) => {
      emulator.removeHost(hostIds[0]);
      emulator.scriptDeployment(hostIds[1], { end: "error" });
      expect((await errorOf(group.destroy())).message).toMatch(/^Host 2 /);
    }));
});
