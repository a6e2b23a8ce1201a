import { UnauthorizedError } from "../../../provider/api/errors";
import { UNKNOWN, type Properties } from "../../../provider/config/values";
import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withGroup, withManagedGroup } from "./groupBench";
import { everyReading } from "../../full";

const json = { php: { version: "8.3" }, env: {}, list: [{ a: 1 }] };

describe.each(everyReading)("a group, as %s reads", (preset) => {
  const readings = presets[preset];

  it("is read, saved and read back when it is taken over", () =>
    withGroup({ readings }, async ({ group, groupId, requests, emulator }) => {
      await group.up({ groupId, json });
      expect(requests()).toEqual(["GET groups/{id}", "POST groups/{id}", "GET groups/{id}"]);
      expect(emulator.group(groupId).savedJson).toMatchObject(json);
    }));

  it("is left alone where it holds what is declared", () =>
    withGroup({ readings }, async ({ group, groupId, requests, hostIds }) => {
      await group.up({ groupId, json: { before: true }, deployHosts: hostIds });
      expect(requests()).toEqual(["GET groups/{id}", "GET hosts/{id}/deploy"]);
    }));

  it("is read and saved by an update", () =>
    withManagedGroup({ readings }, { json }, async ({ group, requests, emulator }, program) => {
      await group.up({ ...program, json: { ...json, php: { version: "8.4" } } });
      expect(requests()).toEqual(["GET groups/{id}", "POST groups/{id}"]);
      expect(emulator.group(program.groupId).savedJson).toMatchObject({ php: { version: "8.4" } });
    }));

  it("shows nothing to do afterwards, with and without a refresh", () =>
    withManagedGroup({ readings }, { json }, async ({ group }, program) => {
      const changed = { ...program, json: { ...json, backups: { enabled: false }, more: [] } };
      await group.up(changed);
      expect(group.preview(changed)).toEqual([]);
      await group.refresh();
      expect(group.preview(changed)).toEqual([]);
    }));

  it.each(["whole", "declared"])("shows what was changed by hand, with %s ownership", (ownership) =>
    withManagedGroup({ readings }, { json, ownership }, async ({ group, emulator }, program) => {
      emulator.editGroup(program.groupId, (held) => ({ ...held, php: { version: "7.4" }, theirs: 1 }));
      await group.refresh();
      expect(group.preview(program)).toEqual([
        "update json.php.version",
        ...(ownership === "whole" ? ["delete json.theirs"] : []),
      ]);
    }),
  );

  it("keeps the keys of others with declared ownership, and removes its own", () =>
    withManagedGroup(
      { readings },
      { json: { a: 1, b: 2 }, ownership: "declared" },
      async ({ group, emulator }, program) => {
        emulator.editGroup(program.groupId, (held) => ({ ...held, theirs: 1 }));
        await group.up({ ...program, json: { a: 3 } });
        expect(emulator.group(program.groupId).savedJson).toMatchObject({ before: true, theirs: 1, a: 3 });
        expect(emulator.group(program.groupId).savedJson).not.toHaveProperty("b");
      },
    ));

  it("is imported with inputs that show no change", () =>
    withGroup({ readings }, async ({ group, groupId }) => {
      await group.import(String(groupId));
      expect(group.current.inputs).toEqual({ groupId, json: { before: true } });
      expect(group.preview(group.current.inputs)).toEqual([]);
    }));

  it("deploys nothing after an import for a program that names a key whose value is null", () =>
    withGroup({ readings }, async ({ group, groupId, hostIds, emulator, requests }) => {
      const json = { nothing: null, a: [{ nothing: null, b: 1 }] };
      emulator.editGroup(groupId, () => json);
      await group.import(String(groupId));
      const program = { groupId, json, deployHosts: [hostIds[0]], ownership: "declared" };
      expect(group.preview(program)).toEqual(["update ownership", "update deployHosts"]);
      await group.up(program);
      expect(group.preview(program)).toEqual([]);
      expect(requests().filter((step) => step.startsWith("POST"))).toEqual([]);
    }));

  it("keeps the keys of others after an import for a program that declares only some", () =>
    withGroup({ readings }, async ({ group, groupId, emulator }) => {
      emulator.editGroup(groupId, () => ({ a: 1, theirs: 1 }));
      await group.import(String(groupId));
      const program = { groupId, json: { a: 2 }, ownership: "declared" };
      expect(group.preview(program)).toEqual(["update json.a", "update ownership"]);
      await group.up(program);
      expect(emulator.group(groupId).savedJson).toMatchObject({ a: 2, theirs: 1 });
    }));

  it("is given back by a destroy that restores", () =>
    withManagedGroup({ readings }, { json, onDestroy: "restore" }, async ({ group, emulator }, program) => {
      await group.destroy();
      expect(emulator.group(program.groupId).savedJson).toMatchObject({ before: true });
      expect(emulator.group(program.groupId).savedJson).not.toHaveProperty("php");
    }));
});

it("tells name, client and times", () =>
  withManagedGroup({ readings: { clientIdOfSingleGroup: "present" } }, { json }, async ({ group }) => {
    await Promise.resolve();
    expect(group.outputs).toMatchObject({
      name: "production",
      clientId: 1,
      savedJson: json,
      createdAt: "2025-01-15T09:00:00.000Z",
    });
  }));

describe("a diff", () => {
  it.each<{ change: Properties; paths: string[] }>([
    { change: {}, paths: [] },
    { change: { json: { list: [{ a: 1 }], php: { version: "8.3" }, env: [] } }, paths: [] },
    { change: { json: JSON.stringify(json) }, paths: [] },
    { change: { ownership: "whole", onDestroy: "keep", deployHosts: [], deploy: {} }, paths: [] },
    { change: { json: { ...json, php: { version: UNKNOWN } } }, paths: ["update json.php.version"] },
    { change: { json: UNKNOWN }, paths: ["update json"] },
    { change: { deployHosts: [1] }, paths: ["update deployHosts"] },
    { change: { deployHosts: UNKNOWN }, paths: ["update deployHosts"] },
    { change: { deployHosts: [UNKNOWN] }, paths: ["update deployHosts"] },
    { change: { groupId: 99 }, paths: ["update-replace groupId"] },
    { change: { groupId: UNKNOWN }, paths: ["update-replace groupId"] },
  ])("names $paths, case %#", ({ change, paths }) =>
    withManagedGroup({}, { json }, async ({ group }, program) => {
      await Promise.resolve();
      expect(group.preview({ ...program, ...change })).toEqual(paths);
    }),
  );
});

it.each<{ what: string; change: Properties }>([
  { what: "onDestroy", change: { onDestroy: "restore" } },
  { what: "deployHosts", change: { deployHosts: [1, 2] } },
  { what: "deploy.timeout", change: { deploy: { timeout: 60 } } },
])("makes no request for a change of $what", ({ change }) =>
  withManagedGroup({}, { json }, async ({ group, requests }, program) => {
    await group.up({ ...program, ...change });
    expect(requests()).toEqual([]);
    expect(group.preview({ ...program, ...change })).toEqual([]);
  }),
);

describe("a group that cannot be read", () => {
  it("leaves the state where it is gone", () =>
    withManagedGroup({}, { json }, async ({ group, emulator }, program) => {
      emulator.removeGroup(program.groupId);
      await group.refresh();
      expect(group.state).toBeUndefined();
    }));

  it("stays in the state where the address answers everything with 404", () =>
    withManagedGroup({}, { json }, async ({ group, emulator }) => {
      emulator.faults.add({ fault: { kind: "status", status: 404 }, at: "every" });
      expect((await errorOf(group.refresh())).message).toContain("answers 404 to everything");
      expect(group.state).toBeDefined();
    }));

  it("stays in the state with 401", () =>
    withManagedGroup({}, { json }, async ({ group, emulator }) => {
      emulator.faults.add({ fault: { kind: "status", status: 401, body: null } });
      expect(await errorOf(group.refresh())).toBeInstanceOf(UnauthorizedError);
      expect(group.state).toBeDefined();
    }));

  it("is named with its address by an update", () =>
    withManagedGroup({}, { json }, async ({ group, emulator }, program) => {
      emulator.removeGroup(program.groupId);
      const error = await errorOf(group.up({ ...program, json: {} }));
      expect(error.message).toContain(`${emulator.url} has no group ${program.groupId}`);
      expect(error.message).toMatch(/If Group 1 \(production\) was removed.*`pulumi refresh`/);
    }));

  it("changes nothing where the record carries no configuration", () =>
    withGroup({}, async ({ group, groupId, emulator }) => {
      emulator.faults.add({
        fault: { kind: "status", status: 200, body: { id: groupId, name: "production" } },
      });
      const error = await errorOf(group.up({ groupId, json, ownership: "declared" }));
      expect(error.message).toContain('carries no "json"');
      expect(emulator.writes()).toEqual([]);
    }));

  it("is not imported by something else than an id", () =>
    withGroup({}, async ({ group }) => {
      expect((await errorOf(group.import("production"))).message).toMatch(/is no id of a group/);
    }));
});

describe("a destroy", () => {
  it("keeps the group as it is by default, without a request, and says so", () =>
    withManagedGroup({}, { json }, async ({ group, requests, told }) => {
      await group.destroy();
      expect(requests()).toEqual([]);
      expect(told.info).toEqual([
        "Group 1 (production) stays on the platform as it is; it is no longer managed here.",
      ]);
    }));

  it("fails where the service says 404 and still lists the group", () =>
    withManagedGroup({}, { json, onDestroy: "restore" }, async ({ group, emulator }) => {
      emulator.faults.add({
        at: "every",
        match: { path: /groups\/\d/ },
        fault: { kind: "status", status: 404 },
      });
      expect((await errorOf(group.refresh())).message).toMatch(/^Group 1 \(production\): .* still lists it/);
      expect((await errorOf(group.destroy())).message).toMatch(/^Group 1 \(production\): .* still lists it/);
      expect(group.state).toBeDefined();
    }));

  it("is done where the group is gone already", () =>
    withManagedGroup({}, { json, onDestroy: "restore" }, async ({ group, emulator, told }, program) => {
      emulator.removeGroup(program.groupId);
      await group.destroy();
      expect(told.info[0]).toMatch(/is not there any more/);
    }));

  it("with declared ownership gives back only the program's own keys", () =>
    withManagedGroup(
      {},
      { json: { before: "ours" }, ownership: "declared", onDestroy: "restore" },
      async ({ group, emulator }, program) => {
        emulator.editGroup(program.groupId, (held) => ({ ...held, theirs: 1 }));
        await group.destroy();
        expect(emulator.group(program.groupId).savedJson).toEqual({ before: true, theirs: 1 });
      },
    ));
});
