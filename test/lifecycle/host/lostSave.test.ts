import { PartialFailure } from "../../../provider/resource/partialFailure";

import type { Properties } from "../../../provider/config/values";

import { presets, type Emulator, type Fault } from "../../emulator";
import { errorOf } from "../platform";
import { withHost, withManagedHost } from "./hostBench";
import { everyReading } from "../../full";

const save = { method: "POST", path: "/api/v1/hosts/{id}" };
const record = { method: "GET", path: "/api/v1/hosts/{id}" };
const statusRead = "GET hosts/{id}/deploy";

const carriedOut: Fault[] = [
  { kind: "resetAfter" },
  { kind: "truncated" },
  { kind: "status", status: 500, run: true },
  { kind: "html", status: 504, run: true },
];

/** No try of a save gets a good answer, and the look after it fails, until the returned function is called. */
function loseSaves(emulator: Emulator, fault: Fault): () => void {
  const faults = [
    emulator.faults.add({ match: save, at: "every", fault }),
    emulator.faults.add({ match: record, at: "second", times: 99, fault: { kind: "status", status: 500 } }),
  ];
  return () => {
    for (const handle of faults) handle.remove();
  };
}

/** Loses the answer to a save and the look after it. */
async function lost(emulator: Emulator, fault: Fault, up: () => Promise<void>): Promise<void> {
  const mend = loseSaves(emulator, fault);
  const error = await errorOf(up());
  mend();
  expect(error).toBeInstanceOf(PartialFailure);
  expect(error.message).toMatch(
    /Whether the configuration was saved is not known; the next `pulumi up` looks/,
  );
}

const programs: { name: string; before: Properties; after: Properties }[] = [
  { name: "a changed value", before: { json: { a: 1 } }, after: { json: { a: 2 } } },
  {
    name: "objects that come and go",
    before: { json: { a: 1, old: { x: 1 } } },
    after: { json: { a: 1, nested: { b: { c: {} } } } },
  },
  {
    name: "keys of one's own",
    before: { json: { a: 1, old: { x: 1 } }, ownership: "declared" },
    after: { json: { a: 1, brought: { y: 1 } }, ownership: "declared" },
  },
  {
    name: "keys of one's own that are not deployed",
    before: { json: { a: 1 }, ownership: "declared", deploy: { onUpdate: false } },
    after: { json: { a: 1, brought: { y: 1 } }, ownership: "declared", deploy: { onUpdate: false } },
  },
  {
    name: "the admin level",
    before: { json: { a: 1 }, jsonAdmin: { quota: 1 } },
    after: { json: { a: 1 }, jsonAdmin: { quota: 2 } },
  },
  {
    name: "updates that do not deploy",
    before: { json: { a: 1 }, deploy: { onUpdate: false } },
    after: { json: { a: 2 }, deploy: { onUpdate: false } },
  },
];

describe.each(programs)("a save whose answer was lost, of $name,", ({ before, after }) => {
  describe.each([{ kind: "resetAfter" }, { kind: "resetBefore" }] as const)("$kind,", (fault) => {
    it.each([false, true])("is undone where the program goes back (refreshed: %s)", (refreshed) =>
      withManagedHost({ readings: presets.mixed }, before, async ({ host, emulator }, program) => {
        const expected = emulator.host(program.hostId);
        await lost(emulator, fault, () => host.up({ ...program, ...after }));
        if (refreshed) await host.refresh();
        if (!refreshed) expect(host.diff(program).changes).toBe(true);
        await host.up(program);
        const { savedJson, deployedJson, jsonAdmin } = expected;
        expect(emulator.host(program.hostId)).toMatchObject({ savedJson, deployedJson, jsonAdmin });
        expect(emulator.host(program.hostId).savedJson).toEqual(savedJson);
        expect(host.preview(program)).toEqual([]);
        await host.refresh();
        expect(host.preview(program)).toEqual([]);
      }),
    );

    it.each([false, true])("is made good by the same program (refreshed: %s)", (refreshed) =>
      withManagedHost({ readings: presets.mixed }, before, async ({ host, emulator }, program) => {
        const changed = { ...program, ...after };
        await lost(emulator, fault, () => host.up(changed));
        if (refreshed) await host.refresh();
        await host.up(changed);
        const { savedJson, deployedJson, jsonAdmin } = emulator.host(program.hostId);
        expect(savedJson).toMatchObject(after.json as object);
        expect(savedJson).not.toHaveProperty("old");
        expect(jsonAdmin).toEqual(after.jsonAdmin ?? null);
        const deploys = (after.deploy as { onUpdate?: boolean } | undefined)?.onUpdate ?? true;
        if (deploys) expect(deployedJson).toEqual(savedJson);
        else expect(deployedJson).toMatchObject(before.json as object);
        expect(host.preview(changed)).toEqual([]);
        await host.refresh();
        expect(host.preview(changed)).toEqual([]);
      }),
    );
  });
});

describe("a save whose answer was lost and that was carried out", () => {
  it.each(carriedOut)("is found on the host and deployed by the same update ($kind $status)", (fault) =>
    withManagedHost({ readings: presets.mixed }, { json: { a: 1 } }, async (bench, program) => {
      const { host, emulator, told, requests } = bench;
      const changed = { ...program, json: { a: 2, nested: {} } };
      emulator.faults.add({ match: save, at: "every", fault });
      await host.up(changed);
      const saves = new Set(requests().filter((request) => request !== "POST hosts/{id}"));
      expect([...saves]).toEqual([statusRead, "GET hosts/{id}", "POST hosts/{id}/deploy"]);
      expect(emulator.host(program.hostId).deployedJson).toMatchObject(changed.json);
      expect(told.info).toContain("The answer to the save was lost; the service holds what was sent.");
      await host.refresh();
      expect(host.preview(changed)).toEqual([]);
    }),
  );

  it.each(everyReading)("of a takeover is found on the host and deployed, as %s reads", (preset) =>
    withHost({ readings: presets[preset] }, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ theirs: 1 }), json: { a: 1 } };
      emulator.faults.add({ match: save, at: "every", fault: { kind: "resetAfter" } });
      await host.up(program);
      const { savedJson, deployedJson } = emulator.host(program.hostId);
      expect(savedJson).toMatchObject({ a: 1 });
      expect(savedJson).not.toHaveProperty("theirs");
      expect(deployedJson).toEqual(savedJson);
      expect(host.preview(program)).toEqual([]);
    }),
  );

  it("is not taken for certain where the admin level was saved too, which no look shows", () =>
    withManagedHost({}, { json: { a: 1 }, jsonAdmin: { quota: 1 } }, async ({ host, emulator }, program) => {
      const fault = emulator.faults.add({ match: save, at: "every", fault: { kind: "resetBefore" } });
      const changed = { ...program, json: { a: 2 }, jsonAdmin: { quota: 2 } };
      const up = errorOf(host.up(changed));
      await emulator.nextRequest(save);
      emulator.editHost(program.hostId, () => ({ a: 2 }));
      await expect(up).resolves.toBeInstanceOf(PartialFailure);
      fault.remove();
      await host.up(changed);
      expect(emulator.host(program.hostId).jsonAdmin).toEqual({ quota: 2 });
    }));
});

describe("a save that was refused", () => {
  it("after a try without an answer is perhaps carried out", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
      emulator.faults.add({ match: save, fault: { kind: "resetAfter" } });
      const refused = { kind: "status", status: 403 } as const;
      emulator.faults.add({ match: save, at: "second", fault: refused });
      await lost(emulator, { kind: "latency", ms: 0 }, () => host.up({ ...program, json: { a: 2 } }));
      await host.up(program);
      expect(emulator.host(program.hostId)).toMatchObject({ savedJson: { a: 1 }, deployedJson: { a: 1 } });
    }));

  it("leaves the state as it was where no connection came about either", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
      const before = host.state;
      emulator.faults.add({ match: save, fault: { kind: "status", status: 429, retryAfter: 5 } });
      emulator.faults.add({ match: save, at: "second", fault: { kind: "status", status: 403 } });
      await errorOf(host.up({ ...program, json: { a: 2 } }));
      expect(host.state).toEqual(before);
    }));
});

describe("Ctrl-C", () => {
  it.each(["arrived", "ended"] as const)(
    "during a save is made good where the program goes back (%s)",
    (moment) =>
      withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
        const stop = new AbortController();
        const end = emulator.onRequest({ ...save, moment }, () => {
          stop.abort(new Error("The operation was cancelled."));
        });
        if (moment === "arrived") emulator.faults.add({ match: save, fault: { kind: "silence" } });
        const error = await errorOf(host.up({ ...program, json: { a: 2 } }, { signal: stop.signal }));
        end();
        expect(error.message).toMatch(/^The operation was cancelled\. Whether the configuration was saved/);
        await host.up(program);
        expect(emulator.host(program.hostId)).toMatchObject({ savedJson: { a: 1 }, deployedJson: { a: 1 } });
        expect(host.preview(program)).toEqual([]);
      }),
  );

  it("right before the save leaves the state as it was", () =>
    withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
      const before = host.state;
      const stop = new AbortController();
      emulator.onRequest({ ...record, moment: "ended" }, () => {
        stop.abort(new Error("stop"));
      });
      await errorOf(host.up({ ...program, json: { a: 2 } }, { signal: stop.signal }));
      expect(host.state).toEqual(before);
      expect(emulator.requestsTo(save)).toEqual([]);
    }));
});

describe("a takeover whose save was lost", () => {
  it.each(["resetAfter", "resetBefore"] as const)(
    "is one still for the next update, which keeps to onCreate (%s)",
    (kind) =>
      withHost({}, async ({ host, existing, emulator, told }) => {
        const deploy = { onCreate: false };
        const program = {
          hostId: existing({ theirs: 1 }),
          json: { a: 1 },
          deploy: { ...deploy, triggers: [1] },
        };
        await lost(emulator, { kind }, () => host.up({ ...program, json: { a: 0 }, deploy }));
        await host.up(program);
        expect(emulator.host(program.hostId)).toMatchObject({ savedJson: { a: 1 }, deployments: [] });
        // What the lost save has perhaps removed is told then, because no later look finds it.
        expect(told.warn[0]).toContain("may have overwritten what was there: json.theirs: 1 => (none)");
        expect(told.warn).toHaveLength(kind === "resetBefore" ? 2 : 1);
        expect(host.preview(program)).toEqual([]);
      }),
  );

  it.each(["resetAfter", "resetBefore"] as const)(
    "is deployed by the next update, also where updates do not deploy (%s)",
    (kind) =>
      withHost({}, async ({ host, existing, emulator }) => {
        const program = { hostId: existing({ theirs: 1 }), json: { a: 1 }, deploy: { onUpdate: false } };
        await lost(emulator, { kind }, () => host.up(program));
        await host.up(program);
        expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1 });
      }),
  );

  it("that was not carried out does not make keys of others the program's", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ theirs: 1 }), ownership: "declared" };
      await lost(emulator, { kind: "resetBefore" }, () => host.up({ ...program, json: { theirs: 2 } }));
      await host.up({ ...program, json: { a: 1 } });
      expect(emulator.host(program.hostId).savedJson).toEqual({ theirs: 1, a: 1 });
    }));

  it("that was carried out does not make the program's what it declared as others had it", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ php: { theirs: 1, version: 1 } }), ownership: "declared" };
      await lost(emulator, { kind: "resetAfter" }, () =>
        host.up({ ...program, json: { php: { theirs: 1, version: 2 } } }),
      );
      await host.up({ ...program, json: { a: 1 } });
      expect(emulator.host(program.hostId).savedJson).toEqual({ php: { theirs: 1 }, a: 1 });
    }));

  it.each([false, true])("keeps nothing of what the program declares no more (refreshed: %s)", (refreshed) =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ theirs: 1 }), ownership: "declared" };
      await lost(emulator, { kind: "resetAfter" }, () => host.up({ ...program, json: { a: 1, b: 1 } }));
      await lost(emulator, { kind: "resetAfter" }, () => host.up({ ...program, json: { c: 1 } }));
      if (refreshed) await host.refresh();
      await host.up({ ...program, json: { d: 1 } });
      expect(emulator.host(program.hostId).savedJson).toEqual({ theirs: 1, d: 1 });
    }),
  );

  it("remembers what was there before and keeps the keys of others", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ a: 1, theirs: 1 }), ownership: "declared", json: { a: 2 } };
      await lost(emulator, { kind: "resetAfter" }, () => host.up(program));
      await host.up({ ...program, onDestroy: "restore" });
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2, theirs: 1 });
      await host.destroy();
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 1, theirs: 1 });
    }));

  it("is deployed by the next destroy where one has given it back and its deployment failed", () =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ a: 1 }), json: { a: 2 }, onDestroy: "restore" };
      await lost(emulator, { kind: "resetAfter" }, () => host.up(program));
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await errorOf(host.destroy());
      await host.destroy();
      expect(emulator.host(program.hostId)).toMatchObject({ status: "published", deployedJson: { a: 1 } });
    }));

  it.each(["whole", "declared"])("is given back by a destroy that restores (ownership %s)", (ownership) =>
    withHost({}, async ({ host, existing, emulator }) => {
      const program = { hostId: existing({ a: 1, theirs: 1 }), ownership, onDestroy: "restore" };
      await lost(emulator, { kind: "resetAfter" }, () => host.up({ ...program, json: { a: 2, b: 2 } }));
      await host.destroy();
      expect(emulator.host(program.hostId)).toMatchObject({ savedJson: { a: 1, theirs: 1 } });
      expect(emulator.host(program.hostId).savedJson).not.toHaveProperty("b");
    }),
  );
});

it("a save whose answer was lost leaves a change by hand from before it to the next refresh, which changes the fingerprint", () =>
  withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
    const before = host.outputs.fingerprint;
    emulator.editHost(program.hostId, (held) => ({ ...held, theirs: 1 }));
    await lost(emulator, { kind: "resetBefore" }, () => host.up({ ...program, json: { a: 2 } }));
    expect(host.outputs.fingerprint).toBe(before);
    await host.refresh();
    expect(host.outputs.fingerprint).not.toBe(before);
  }));

it("a trigger that changed with a save whose answer was lost deploys with the next update, also where updates do not", () =>
  withManagedHost({}, { json: { a: 1 } }, async ({ host, emulator }, program) => {
    const deploy = { onUpdate: false, triggers: [1] };
    await lost(emulator, { kind: "resetBefore" }, () => host.up({ ...program, json: { a: 2 }, deploy }));
    await host.up({ ...program, json: { a: 2 }, deploy });
    expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
  }));

it("an update that cannot read back what the service adds succeeds all the same", () =>
  withManagedHost({ readings: presets.mixed }, { json: { a: 1 } }, async ({ host, emulator }, program) => {
    const fault = { kind: "status", status: 500 } as const;
    emulator.faults.add({ match: record, at: "second", fault });
    await host.up({ ...program, json: { a: 1, sites: { main: {} } } });
    await host.refresh();
    expect(host.preview({ ...program, json: { a: 1, sites: { main: {} } } })).toEqual([]);
  }));
