import { PartialFailure } from "../../../provider/resource/partialFailure";

import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withHost, type HostBench } from "./hostBench";
import { everyReading } from "../../full";

const statusRead = "GET hosts/{id}/deploy";

describe.each(everyReading)("a host that is there, as %s reads", (preset) => {
  const readings = presets[preset];

  it("is left alone where it holds what is declared", () =>
    withHost({ readings }, async ({ host, existing, requests }) => {
      const hostId = existing({ a: 1, env: {} });
      await host.up({ hostId, json: { a: 1, env: {} } });
      expect(requests()).toEqual(["GET hosts/{id}", statusRead]);
    }));

  it("is saved, read back and deployed where it holds something else", () =>
    withHost({ readings }, async ({ host, existing, requests, emulator }) => {
      const hostId = existing({ a: 1, b: { c: {} } });
      await host.up({ hostId, json: { a: 2, b: { c: {} } } });
      expect(requests()).toEqual([
        "GET hosts/{id}",
        statusRead,
        "POST hosts/{id}",
        "GET hosts/{id}",
        "POST hosts/{id}/deploy",
        statusRead,
      ]);
      expect(emulator.host(hostId)).toMatchObject({ savedJson: { a: 2 }, deployedJson: { a: 2 } });
    }));

  it("says what the adoption has changed and removed", () =>
    withHost({ readings }, async ({ host, existing, told }) => {
      await host.up({ hostId: existing({ a: 1, b: { c: 2 } }), json: { a: 2 } });
      expect(told.warn).toEqual([
        'Host 1 (web1): adopting the configuration changed what it held: json.a: 1 => 2, json.b: {"c":2} => (none).',
      ]);
    }));

  it("shows nothing to do afterwards, with and without a refresh", () =>
    withHost({ readings }, async ({ host, existing }) => {
      const program = { hostId: existing({ a: 1 }), json: { a: 2, list: [{}, []], env: {} } };
      await host.up(program);
      expect(host.preview(program)).toEqual([]);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
    }));
});

it("sends exactly the declared configuration, and no admin-level one that was not given", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    await host.up({ hostId: existing({ a: 1 }), json: { a: 2 } });
    expect(emulator.writes().map(({ body }) => body)).toEqual([{ json: { a: 2 } }, { type: "deploy" }]);
  }));

it("keeps the keys of others with declared ownership", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const hostId = existing({ theirs: 1, php: { version: "8.2", theirs: true } });
    await host.up({ hostId, ownership: "declared", json: { php: { version: "8.3" } } });
    expect(emulator.host(hostId).savedJson).toEqual({ theirs: 1, php: { version: "8.3", theirs: true } });
  }));

it("does not deploy with onCreate false", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const program = { hostId: existing({ a: 1 }), json: { a: 2 }, deploy: { onCreate: false } };
    await host.up(program);
    expect(emulator.writes()).toHaveLength(1);
    expect(host.preview(program)).toEqual([]);
  }));

it("manages no configuration where none is given", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const program = { hostId: existing({ a: 1 }) };
    await host.up(program);
    emulator.editHost(program.hostId, () => ({ a: 2 }));
    await host.refresh();
    expect(host.preview(program)).toEqual([]);
    expect(emulator.writes()).toEqual([]);
  }));

it("writes the admin-level configuration even where json is the same, with json beside it", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    await host.up({ hostId: existing({ a: 1 }), json: { a: 1 }, jsonAdmin: { quota: 5 } });
    expect(emulator.writes()[0]?.body).toEqual({ json: { a: 1 }, json_admin: { quota: 5 } });
  }));

it("tells id, name, client, activity and the latest deployment", () =>
  withHost({}, async ({ host, existing, clientId, emulator }) => {
    const hostId = existing({ a: 1 });
    emulator.scriptDeployment(hostId, { seconds: 0 });
    emulator.startDeployment(hostId, "Full Deploy");
    await host.up({ hostId, json: { a: 1 } });
    expect(host.outputs).toMatchObject({
      hostId,
      name: "web1",
      clientId,
      active: true,
      savedJson: { a: 1 },
      createdAt: "2025-01-15T09:00:00.000Z",
      deployment: { status: "published", type: "Full Deploy", finishedAt: "2025-01-15T09:00:00.000Z" },
    });
  }));

it("says which id is missing on which address", () =>
  withHost({}, async ({ host, emulator }) => {
    const error = await errorOf(host.up({ hostId: 77, json: {} }));
    expect(error.message).toContain(`${emulator.url} has no host 77`);
    expect(host.state).toBeUndefined();
  }));

it("reads the configuration again after a wait for an import, which may have changed it", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const hostId = existing({ theirs: 1 });
    emulator.startImport(hostId, 60);
    const read = emulator.nextRequest({ method: "GET", path: "/api/v1/hosts/{id}", moment: "ended" });
    const up = host.up({ hostId, ownership: "declared", json: { ours: 1 } });
    await read;
    emulator.editHost(hostId, () => ({ imported: 1 }));
    await up;
    expect(emulator.host(hostId).savedJson).toEqual({ imported: 1, ours: 1 });
  }));

it("is not deployed where a wait for an import has brought what is declared", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const hostId = existing({ a: 1 });
    emulator.startImport(hostId, 60);
    const read = emulator.nextRequest({ method: "GET", path: "/api/v1/hosts/{id}", moment: "ended" });
    const up = host.up({ hostId, json: { imported: 1 } });
    await read;
    emulator.editHost(hostId, () => ({ imported: 1 }));
    await up;
    expect(emulator.writes()).toEqual([]);
  }));

describe("a host that holds already what is declared", () => {
  const program = (hostId: number, onCreate?: boolean) => ({
    hostId,
    json: { a: 2 },
    ...(onCreate === undefined ? {} : { deploy: { onCreate } }),
  });
  const starts = ({ emulator }: HostBench) =>
    emulator.requestsTo({ method: "POST", path: "/api/v1/hosts/{id}/deploy" }).length;

  it.each([
    ["is left alone where that is published", 0, 0],
    [
      "is deployed where it was saved after the latest deployment, as a takeover that was killed leaves it",
      5,
      1,
    ],
  ])("%s", (_, secondsLater, expected) =>
    withHost({ deploySeconds: 1 }, async (bench) => {
      const { host, existing, emulator, clock } = bench;
      const hostId = existing({ a: 2 });
      emulator.startDeployment(hostId);
      clock.advance(1000);
      if (secondsLater > 0) {
        clock.advance(secondsLater * 1000);
        emulator.editHost(hostId, (json) => json);
      }
      await host.up(program(hostId));
      expect(starts(bench)).toBe(expected);
      expect(host.preview(program(hostId))).toEqual([]);
    }),
  );

  it.each(["error", "canceled", "timeout"] as const)("is deployed where that ended in %s", (end) =>
    withHost({}, async (bench) => {
      const { host, existing, emulator, clock } = bench;
      const hostId = existing({ a: 2 });
      emulator.scriptDeployment(hostId, { seconds: 1, end });
      emulator.startDeployment(hostId);
      clock.advance(600_000);
      await host.up(program(hostId));
      expect(emulator.host(hostId).deployedJson).toEqual({ a: 2 });
    }),
  );

  it("tells how the latest deployment ended where the service refuses to start another", () =>
    withHost({}, async ({ host, existing, emulator, clock }) => {
      const hostId = existing({ a: 2 });
      emulator.scriptDeployment(hostId, { seconds: 1, end: "error" });
      emulator.startDeployment(hostId);
      clock.advance(2000);
      const match = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };
      emulator.faults.add({ match, fault: { kind: "status", status: 403, body: null } });
      await errorOf(host.up(program(hostId)));
      expect(host.outputs.deployment).toMatchObject({ status: "error" });
      await host.up(program(hostId));
      expect(host.outputs.deployment).toMatchObject({ status: "published" });
    }));

  it("is deployed by onCreate true where it never was", () =>
    withHost({}, async (bench) => {
      await bench.host.up(program(bench.existing({ a: 2 }), true));
      expect(starts(bench)).toBe(1);
    }));

  it("is not deployed with onCreate false", () =>
    withHost({}, async (bench) => {
      const hostId = bench.existing({ a: 2 });
      bench.emulator.scriptDeployment(hostId, { seconds: 1, end: "error" });
      bench.emulator.startDeployment(hostId);
      bench.clock.advance(2000);
      await bench.host.up(program(hostId, false));
      expect(starts(bench)).toBe(0);
    }));
});

describe("a takeover that did not get to its end", () => {
  it("keeps what was saved and deploys with the next update where the deployment failed", () =>
    withHost({}, async ({ host, existing, emulator, requests }) => {
      const program = { hostId: existing({ a: 1 }), json: { a: 2 } };
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
      requests();
      await host.up(program);
      expect(requests()).toEqual([statusRead, "GET hosts/{id}", "POST hosts/{id}/deploy", statusRead]);
    }));

  it("goes on where the read after the save fails, and does not take the service's defaults for drift", () =>
    withHost({ readings: presets.mixed }, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ a: 1 }), json: { a: 2 } };
      emulator.faults.add({
        match: { method: "GET", path: "/api/v1/hosts/{id}" },
        at: "second",
        fault: { kind: "status", status: 500 },
      });
      await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
      expect(emulator.host(program.hostId).deployedJson).toMatchObject({ a: 2 });
    }));

  it("removes the keys of others with the next update where the save was lost before it was carried out", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ a: 1, theirs: 1 }), json: { a: 1 } };
      const match = { method: "POST", path: "/api/v1/hosts/{id}" };
      const fault = emulator.faults.add({ match, at: "every", fault: { kind: "resetBefore" } });
      await errorOf(host.up(program));
      fault.remove();
      await host.up(program);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1 });
    }));

  it("is not in the state where the service refused the save", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const match = { method: "POST", path: "/api/v1/hosts/{id}" };
      emulator.faults.add({ match, fault: { kind: "status", status: 403, body: null } });
      const error = await errorOf(host.up({ hostId: existing({ a: 1 }), json: { a: 2 } }));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(host.state).toBeUndefined();
    }));

  it("remembers what was there before although the deploy status cannot be read after the save", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = {
        hostId: existing({ a: 1 }),
        json: { a: 2 },
        deploy: { onCreate: false },
        onDestroy: "restore",
      };
      const match = { method: "GET", path: "/api/v1/hosts/{id}/deploy" };
      const fault = emulator.faults.add({ match, at: "every", fault: { kind: "status", status: 403 } });
      await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
      fault.remove();
      await host.up(program);
      await host.destroy();
      expect(emulator.host(program.hostId).savedJson).toEqual({ a: 1 });
    }));

  it("changes nothing where the record carries no configuration", () =>
    withHost({}, async ({ host, existing, emulator, clientId }) => {
      const hostId = existing({ theirs: 1 });
      emulator.faults.add({
        match: { method: "GET", path: "/api/v1/hosts/{id}" },
        fault: { kind: "status", status: 200, body: { id: hostId, client_id: clientId, name: "web1" } },
      });
      const error = await errorOf(host.up({ hostId, ownership: "declared", json: { a: 1 } }));
      expect(error.message).toMatch(/carries no "json".*nothing was changed/);
      expect(emulator.writes()).toEqual([]);
    }));
});
