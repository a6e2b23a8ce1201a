import { PartialFailure } from "../../../provider/resource/partialFailure";

import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withGroup, withManagedGroup, type GroupBench } from "./groupBench";

const save = { method: "POST", path: "/api/v1/groups/{id}" };
const record = { method: "GET", path: "/api/v1/groups/{id}" };

/** Loses the answers to all tries of a save, and the look after it. */
async function lost(
  { emulator }: GroupBench,
  kind: "resetAfter" | "resetBefore",
  up: () => Promise<void>,
): Promise<void> {
  const unreadable = { kind: "status", status: 500 } as const;
  const faults = [
    emulator.faults.add({ match: save, at: "every", fault: { kind } }),
    emulator.faults.add({ match: record, at: "second", fault: unreadable }),
  ];
  const error = await errorOf(up());
  for (const fault of faults) fault.remove();
  expect(error).toBeInstanceOf(PartialFailure);
  expect(error.message).toContain("Whether the configuration was saved is not known");
}

describe.each(["resetAfter", "resetBefore"] as const)("a group's save whose answer was lost (%s)", (kind) => {
  const readings = presets.mixed;
  const before = ({ hostIds }: GroupBench) => ({ json: { a: 1 }, deployHosts: hostIds.slice(0, 2) });

  it.each([false, true])(
    "is undone, and its hosts deployed, where the program goes back (refreshed: %s)",
    (refreshed) =>
      withManagedGroup({ readings }, before, async (bench, program) => {
        const { group, emulator, hostIds, requests } = bench;
        const expected = emulator.group(program.groupId).savedJson;
        await lost(bench, kind, () => group.up({ ...program, json: { a: 2, nested: {} } }));
        if (refreshed) await group.refresh();
        requests();
        await group.up(program);
        expect(emulator.group(program.groupId).savedJson).toEqual(expected);
        expect(requests().filter((request) => request === "POST hosts/{id}/deploy")).toHaveLength(2);
        expect(emulator.host(hostIds[2]).deployments).toEqual([]);
        expect(group.preview(program)).toEqual([]);
        await group.refresh();
        expect(group.preview(program)).toEqual([]);
      }),
  );

  it("is made good by the same program", () =>
    withManagedGroup({ readings }, before, async (bench, program) => {
      const { group, emulator, requests } = bench;
      const changed = { ...program, json: { a: 2 } };
      await lost(bench, kind, () => group.up(changed));
      requests();
      await group.up(changed);
      expect(emulator.group(program.groupId).savedJson).toMatchObject({ a: 2 });
      expect(requests().filter((request) => request === "POST hosts/{id}/deploy")).toHaveLength(2);
      expect(group.preview(changed)).toEqual([]);
    }));

  it("is undone where updates do not deploy", () =>
    withManagedGroup({}, { json: { a: 1 }, deploy: { onUpdate: false } }, async (bench, program) => {
      await lost(bench, kind, () => bench.group.up({ ...program, json: { a: 2 } }));
      await bench.group.up(program);
      expect(bench.emulator.group(program.groupId).savedJson).toEqual({ a: 1 });
      expect(bench.group.preview(program)).toEqual([]);
    }));

  it.each([
    { ownership: "whole", updated: true, then: { a: 1 } },
    { ownership: "declared", updated: true, then: { before: true, a: 1 } },
    { ownership: "whole", updated: false, then: undefined },
    { ownership: "declared", updated: false, then: undefined },
  ])("of a takeover is given back by a destroy (ownership $ownership, updated $updated)", (how) =>
    withGroup({}, async (bench) => {
      const { group, groupId, emulator } = bench;
      const program = { groupId, json: { a: 1 }, ownership: how.ownership, onDestroy: "restore" };
      await lost(bench, kind, () => group.up(program));
      if (how.updated) {
        await group.up(program);
        expect(emulator.group(groupId).savedJson).toEqual(how.then);
      }
      await group.destroy();
      expect(emulator.group(groupId).savedJson).toEqual({ before: true });
    }),
  );

  it("of a takeover is one still for the next update, which deploys as a takeover does", () =>
    withGroup({}, async (bench) => {
      const deployHosts = bench.hostIds.slice(0, 1);
      const deploy = { onUpdate: false };
      const program = { groupId: bench.groupId, json: { a: 1 }, deployHosts, deploy };
      await lost(bench, kind, () => bench.group.up(program));
      await bench.group.up(program);
      expect(bench.emulator.host(bench.hostIds[0]).status).toBe("published");
      expect(bench.group.preview(program)).toEqual([]);
    }));
});

it("a group's update whose save was lost does not change what a destroy gives back", () =>
  withManagedGroup({}, { json: { a: 1 }, onDestroy: "restore" }, async (bench, program) => {
    await lost(bench, "resetAfter", () => bench.group.up({ ...program, json: { a: 2 } }));
    await bench.group.destroy();
    expect(bench.emulator.group(program.groupId).savedJson).toEqual({ before: true });
  }));

it("a group's save whose answer was lost and that was carried out is found, and its hosts deployed", () =>
  withManagedGroup(
    {},
    ({ hostIds }) => ({ json: { a: 1 }, deployHosts: hostIds }),
    async (bench, program) => {
      const { group, emulator, requests } = bench;
      emulator.faults.add({ match: save, at: "every", fault: { kind: "resetAfter" } });
      await group.up({ ...program, json: { a: 2 } });
      expect(requests().filter((request) => request === "POST hosts/{id}/deploy")).toHaveLength(3);
      expect(group.outputs.savedJson).toEqual({ a: 2 });
    },
  ));
