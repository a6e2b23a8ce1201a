import { withManagedGroup } from "./group/groupBench";
import { withManagedHost } from "./host/hostBench";

const starts = (requests: string[]) => requests.filter((request) => request === "POST hosts/{id}/deploy");

describe("an update whose state was lost when its run was killed", () => {
  it.each([
    { when: "after the deployment ended", deploySeconds: 20, wait: true },
    { when: "while the deployment was running", deploySeconds: 20, wait: false },
  ])("deploys nothing again: $when", ({ deploySeconds, wait }) =>
    withManagedHost(
      { deploySeconds },
      { json: { a: 1 } },
      async ({ host, clock, requests, emulator }, program) => {
        clock.advance(60_000);
        const changed = { ...program, json: { a: 2 }, deploy: { wait } };
        await host.killedUp(changed);
        expect(starts(requests())).toHaveLength(1);
        await host.up({ ...changed, deploy: { wait: true } });
        expect(requests()).not.toContain("POST hosts/{id}");
        expect(emulator.host(program.hostId).deployments).toHaveLength(2);
        expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
        expect(host.outputs).toMatchObject({ deployment: { status: "published" }, json: { a: 2 } });
        await host.up({ ...changed, deploy: { wait: true } });
        await host.refresh();
        await host.up({ ...changed, deploy: { wait: true } });
        expect(emulator.host(program.hostId).deployments).toHaveLength(2);
      },
    ),
  );

  it("deploys what was saved and not published", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, clock, emulator }, program) => {
      clock.advance(60_000);
      const changed = { ...program, json: { a: 2 } };
      await host.killedUp({ ...changed, deploy: { onUpdate: false } });
      await host.up(changed);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
    }));

  it("deploys again what failed", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, clock, emulator }, program) => {
      clock.advance(60_000);
      const changed = { ...program, json: { a: 2 } };
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await host.killedUp(changed);
      await host.up(changed);
      expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: { a: 2 } });
    }));

  it("deploys again for a deployment of another type, and for a trigger", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, clock, emulator }, program) => {
      clock.advance(60_000);
      const changed = { ...program, json: { a: 2 } };
      await host.killedUp(changed);
      const before = host.current;
      await host.up({ ...changed, deploy: { type: "fullDeploy" } });
      expect(emulator.host(program.hostId).deployments).toHaveLength(3);
      host.state = before;
      await host.up({ ...changed, deploy: { type: "fullDeploy", triggers: [1] } });
      expect(emulator.host(program.hostId).deployments).toHaveLength(4);
    }));

  it("deploys again if the service does not tell when a deployment ended", () =>
    withManagedHost(
      { readings: { deployStatus: "machineDescription" } },
      { json: { a: 1 } },
      async ({ host, clock, emulator }, program) => {
        clock.advance(60_000);
        await host.killedUp({ ...program, json: { a: 2 } });
        await host.up({ ...program, json: { a: 2 } });
        expect(emulator.host(program.hostId).deployments).toHaveLength(3);
      },
    ));

  it("does not take an import that ended since for a deployment", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, clock, emulator }, program) => {
      clock.advance(60_000);
      const changed = { ...program, json: { a: 2 } };
      await host.killedUp({ ...changed, deploy: { onUpdate: false } });
      emulator.startImport(program.hostId, 10);
      clock.advance(60_000);
      await host.up(changed);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
    }));

  it("deploys the hosts of a group once", () =>
    withManagedGroup(
      { deploySeconds: 20 },
      ({ hostIds }) => ({ json: { a: 1 }, deployHosts: hostIds.slice(0, 2) }),
      async ({ group, clock, emulator, hostIds, requests }, program) => {
        clock.advance(60_000);
        const changed = { ...program, json: { a: 2 } };
        await group.killedUp(changed);
        requests();
        await group.up(changed);
        expect(starts(requests())).toEqual([]);
        expect(emulator.host(hostIds[0]).deployments).toHaveLength(2);
        expect(Object.values(group.outputs.deployments ?? {})).toHaveLength(2);
      },
    ));
});
