import type { LifecycleContext } from "../../provider/resource/context";

import { ManagedRecords } from "../../provider/resource/managedRecords";
import { eachResource, type ResourceBench } from "./eachResource";
import type { ManagedResource } from "./managedResource";
import { errorOf } from "./platform";

const withoutSetting = { onConflict: undefined };

describe.each(eachResource)("a change to a $what that was made outside Pulumi", ({ withResource }) => {
  /** A managed record that holds a, b and an object, and the service's own default. */
  const withManaged = (test: (bench: ResourceBench, resource: ManagedResource) => Promise<void>) =>
    withResource({ readings: { defaultsAtSave: { zone: "UTC" } } }, async (bench) => {
      const resource = bench.resource();
      await resource.up(programOf(bench), withoutSetting);
      bench.told.warn.length = 0;
      bench.requests();
      await test(bench, resource);
    });
  const json = { a: 1, b: 1, object: { c: 1, d: 1 } };
  const programOf = ({ identity }: ResourceBench, more = {}) => ({ ...identity, json, ...more });
  const edit = { added: "theirs", b: 2, object: { c: 1 } };
  const program = { json: { ...json, a: 2 } };
  const report = 'json.b: 2 => 1, json.object.d: (none) => 1, json.added: "theirs" => (none)';

  it("is overwritten by an update, which reports each path with both values", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, ...edit }));
      await resource.up(programOf(bench, program), withoutSetting);
      expect(bench.held()).toEqual({ ...program.json, zone: "UTC" });
      const [warning = ""] = bench.told.warn;
      expect(bench.told.warn).toHaveLength(1);
      expect(warning).toContain(`${bench.label}: the save overwrote changes that were made outside Pulumi: `);
      for (const part of report.split(", ")) expect(warning).toContain(part);
      expect(warning).not.toMatch(/json\.a:|zone|object\.c/);
    }));

  const settings: { own?: object; run?: Partial<LifecycleContext> }[] = [
    { own: { onConflict: "fail" } },
    { run: { onConflict: "fail" } },
  ];
  it.each(settings)(
    'is kept with onConflict "fail": nothing is saved, and the state stays ($own$run)',
    ({ own = {}, run = withoutSetting }) =>
      withManaged(async (bench, resource) => {
        bench.edit((held) => ({ ...held, ...edit }));
        const before = structuredClone(resource.current);
        const { message } = await errorOf(resource.up(programOf(bench, { ...program, ...own }), run));
        expect(message).toContain("nothing was saved");
        for (const part of report.split(", ")) expect(message).toContain(part);
        expect(resource.current).toEqual(before);
        expect(bench.held()).toMatchObject(edit);
        expect(bench.emulator.writes()).toEqual([]);
        // A refresh shows the changes; what was seen is no conflict any more.
        await resource.refresh();
        await resource.up(programOf(bench, { ...program, ...own }), run);
        expect(bench.held()).toEqual({ ...program.json, zone: "UTC" });
      }),
  );

  it('is overwritten without a message with onConflict "overwrite", which wins over the stack', () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, ...edit }));
      await resource.up(programOf(bench, { ...program, onConflict: "overwrite" }), { onConflict: "fail" });
      expect(bench.held()).toEqual({ ...program.json, zone: "UTC" });
      expect(bench.told.warn).toEqual([]);
    }));

  it("is no conflict if the program makes the same change", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, b: 2 }));
      await resource.up(programOf(bench, { json: { ...json, a: 2, b: 2 }, onConflict: "fail" }));
      expect(bench.held()).toMatchObject({ a: 2, b: 2 });
      expect(bench.told.warn).toEqual([]);
    }));

  it("is no conflict after a refresh", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, ...edit }));
      await resource.refresh();
      await resource.up(programOf(bench, { onConflict: "fail" }));
      expect(bench.held()).toEqual({ ...json, zone: "UTC" });
      expect(bench.told.warn).toEqual([]);
    }));

  it("is reported after a refresh of the same run, since nobody has looked at what that found", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, ...edit }));
      const run = { managed: new ManagedRecords(), ...withoutSetting };
      await resource.refresh(run);
      const before = resource.state;
      const failed = await errorOf(resource.up(programOf(bench, { onConflict: "fail" }), run));
      expect(failed.message).toContain("json.b: 2 => 1");
      resource.state = before;
      await resource.up(programOf(bench), run);
      expect(bench.held()).toEqual({ ...json, zone: "UTC" });
      expect(bench.told.warn.join()).toContain("json.b: 2 => 1");
    }));

  it("is no conflict beside the keys that a program owns", () =>
    withResource({ json: { theirs: 1, object: { theirs: 1 } } }, async (bench) => {
      const resource = bench.resource();
      const own = { ...bench.identity, ownership: "declared", onConflict: "fail" };
      await resource.up({ ...own, json: { a: 1, object: { ours: 1 } } });
      bench.edit(() => ({ theirs: 2, a: 1, object: { theirs: 3, ours: 1, more: 1 } }));
      await resource.up({ ...own, json: { a: 2, object: { ours: 2 } } });
      expect(bench.held()).toEqual({ theirs: 2, a: 2, object: { theirs: 3, ours: 2, more: 1 } });
      expect(bench.told.warn).toEqual([]);
      bench.edit((held) => ({ ...held, object: { ours: 5 } }));
      const { message } = await errorOf(resource.up({ ...own, json: { a: 2, object: { ours: 3 } } }));
      expect(message).toContain("json.object.ours: 5 => 3");
      expect(message).not.toContain("theirs");
    }));

  it("is no conflict if it is our own save, whose answer was lost", () =>
    withManaged(async (bench, resource) => {
      const path = /\/(hosts|groups)\/\d+$/;
      bench.emulator.faults.add({
        match: { method: "POST", path },
        at: "every",
        fault: { kind: "resetAfter" },
      });
      const unreadable = { kind: "status", status: 500 } as const;
      bench.emulator.faults.add({
        match: { method: "GET", path },
        at: "second",
        times: 9,
        fault: unreadable,
      });
      const changed = programOf(bench, { json: { ...json, a: 2 }, onConflict: "fail" });
      await errorOf(resource.up(changed));
      bench.emulator.faults.clear();
      expect(bench.held()).toMatchObject({ a: 2 });
      await resource.up(programOf(bench, { json: { ...json, a: 3 }, onConflict: "fail" }));
      expect(bench.held()).toMatchObject({ a: 3 });
    }));

  it.each(["adopted", "imported"])(
    "is reported after the first save of a record that was %s as it is",
    (how) =>
      withResource({ json: { a: 1 } }, async (bench) => {
        const resource = bench.resource();
        const program = (a: number) => ({ ...bench.identity, json: { a } });
        if (how === "imported") await resource.import(bench.id);
        else await resource.up(program(1), withoutSetting);
        await resource.up(program(2), withoutSetting);
        bench.edit((held) => ({ ...held, cron: "daily" }));
        await resource.up(program(3), withoutSetting);
        expect(bench.told.warn).toEqual([
          `${bench.label}: the save overwrote changes that were made outside Pulumi: json.cron: "daily" => (none).`,
        ]);
      }),
  );

  it("is reported if the answer to the save was lost: no later look finds it", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, b: "theirs" }));
      const path = /\/(hosts|groups)\/\d+$/;
      const { faults } = bench.emulator;
      faults.add({ match: { method: "POST", path }, at: "every", fault: { kind: "resetAfter" } });
      const unreadable = { kind: "status", status: 500 } as const;
      faults.add({ match: { method: "GET", path }, at: "second", times: 9, fault: unreadable });
      await errorOf(resource.up(programOf(bench, program), withoutSetting));
      expect(bench.told.warn).toEqual([
        `${bench.label}: the save whose answer was lost may have overwritten what was there: json.b: "theirs" => 1.`,
      ]);
    }));

  it("is reported with secrets masked, by place, by key and by form", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({
        ...held,
        b: "new-words",
        db_password: "hunter22",
        url: "https://me:hunter33@x",
      }));
      const secretPaths = [["json", "b"]];
      await resource.up(programOf(bench, program), { ...withoutSetting, secretPaths });
      const [warning = ""] = bench.told.warn;
      expect(warning).toContain("json.b: [secret] => [secret]");
      expect(warning).toContain("json.db_password: [secret] => (none)");
      expect(warning).not.toMatch(/hunter|new-words/);
    }));

  it("is reported without a secret that has moved in its list, or whose object others have replaced", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, b: ["first", "new-words"], object: "other-words" }));
      const secretPaths = [
        ["json", "b", 0],
        ["json", "object", "c"],
      ];
      await resource.up(programOf(bench, program), { ...withoutSetting, secretPaths });
      const [warning = ""] = bench.told.warn;
      expect(warning).toContain("json.b: [secret] => [secret]");
      expect(warning).toContain("json.object: [secret] => ");
      expect(warning).not.toMatch(/first|words/);
    }));

  it("is reported without the beginning of a known secret at which a long value is cut", () =>
    withManaged(async (bench, resource) => {
      bench.edit((held) => ({ ...held, b: `${"x".repeat(90)}hunter2-hunter2` }));
      const redact = (text: string) => text.replaceAll("hunter2-hunter2", "[secret]");
      await resource.up(programOf(bench, program), { ...withoutSetting, redact });
      const [warning = ""] = bench.told.warn;
      expect(warning).toContain("xxx[secret]");
      expect(warning).not.toContain("hunter");
    }));

  it("is reported by a destroy that restores, or stops it", () =>
    withResource({ json: { before: 1 } }, async (bench) => {
      const resource = bench.resource();
      const own = { ...bench.identity, json: { before: 1, a: 1 }, onDestroy: "restore" };
      await resource.up({ ...own, onConflict: "fail" });
      bench.edit((held) => ({ ...held, theirs: 1 }));
      expect((await errorOf(resource.destroy())).message).toContain("json.theirs: 1 => (none)");
      expect(bench.held()).toEqual({ before: 1, a: 1, theirs: 1 });
      await resource.refresh();
      await resource.destroy();
      expect(bench.held()).toEqual({ before: 1 });
    }));
});

describe.each(eachResource)("an adoption of a $what that would remove keys", ({ withResource }) => {
  const held = { kept: 1, theirs: { a: 1, b: 2 }, more: [1], empty: {} };
  const program = { json: { kept: 2, theirs: { a: 1 } } };
  const message =
    /nothing was saved, because adopting its configuration would remove keys that the program does not name: json\.theirs\.b, json\.more\. To keep them, set ownership to "declared"/;

  /** What makes the record one whose configuration is managed for the first time by the next update. */
  const beginnings: { how: string; begin: (bench: ResourceBench) => Promise<ManagedResource> }[] = [
    { how: "at the first up", begin: (bench) => Promise.resolve(bench.resource()) },
    {
      how: "after an import",
      begin: async (bench) => {
        const resource = bench.resource();
        await resource.import(bench.id);
        return resource;
      },
    },
    {
      how: 'after ownership "declared"',
      begin: async (bench) => {
        const resource = bench.resource();
        await resource.up({ ...bench.identity, ownership: "declared", json: { kept: 1 } }, withoutSetting);
        return resource;
      },
    },
  ];

  describe.each(beginnings)("$how", ({ begin }) => {
    it("is refused if onConflict is not set", () =>
      withResource({ json: held }, async (bench) => {
        const resource = await begin(bench);
        const { message: error } = await errorOf(
          resource.up({ ...bench.identity, ...program }, withoutSetting),
        );
        expect(error).toMatch(message);
        expect(bench.held()).toEqual(held);
      }));

    it.each(["warn", "overwrite"] as const)('removes them with onConflict "%s"', (onConflict) =>
      withResource({ json: held }, async (bench) => {
        const resource = await begin(bench);
        bench.told.warn.length = 0;
        await resource.up({ ...bench.identity, ...program, onConflict }, withoutSetting);
        expect(bench.held()).toEqual(program.json);
        const warned = bench.told.warn.join("\n");
        if (onConflict === "overwrite") expect(warned).toBe("");
      }),
    );

    it("removes nothing and is not refused if the program names every key", () =>
      withResource({ json: held }, async (bench) => {
        const resource = await begin(bench);
        await resource.up({ ...bench.identity, json: { ...held, kept: 3 } }, withoutSetting);
        expect(bench.held()).toEqual({ ...held, kept: 3 });
      }));
  });

  it("is expected by the comparison, where the state knows the keys", () =>
    withResource({ json: held }, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, ownership: "declared", json: { kept: 1 } }, withoutSetting);
      expect(resource.diff({ ...bench.identity, ...program }).refusal).toMatch(message);
      expect(resource.diff({ ...bench.identity, ...program, onConflict: "warn" }).refusal).toBeUndefined();
      expect(
        resource.diff({ ...bench.identity, json: { kept: 1 }, ownership: "declared" }).refusal,
      ).toBeUndefined();
    }));

  it("may go on removing what the program itself has declared before", () =>
    withResource({ json: held }, async (bench) => {
      const resource = bench.resource();
      await resource.up(
        { ...bench.identity, ownership: "declared", json: { ours: { x: 1 }, theirs: { c: 1 } } },
        withoutSetting,
      );
      await resource.up({ ...bench.identity, json: { ...held } }, withoutSetting);
      expect(bench.held()).toEqual(held);
    }));
});

describe("the first json of a host", () => {
  const host = eachResource[0];
  const later = async (bench: ResourceBench) => {
    const resource = bench.resource();
    await resource.up(bench.identity, withoutSetting);
    return resource;
  };

  it("is an adoption, although the resource is there already", () =>
    host.withResource({ json: { a: 1, b: 1 } }, async (bench) => {
      const resource = await later(bench);
      const program = { ...bench.identity, json: { a: 2 } };
      expect(resource.diff(program).refusal).toContain("json.b");
      expect((await errorOf(resource.up(program, withoutSetting))).message).toContain("json.b");
      expect(bench.held()).toEqual({ a: 1, b: 1 });
      await resource.up({ ...program, onConflict: "warn" });
      expect(bench.told.warn).toEqual([
        `${bench.label}: adopting the configuration changed what it held: json.a: 1 => 2, json.b: 1 => (none).`,
      ]);
    }));

  it("is an adoption again after it was left out for a while", () =>
    host.withResource({}, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, json: { a: 1 } }, withoutSetting);
      await resource.up(bench.identity, withoutSetting);
      bench.edit((json) => ({ ...json, theirs: 1 }));
      const { message } = await errorOf(
        resource.up({ ...bench.identity, json: { a: 1, b: 1 } }, withoutSetting),
      );
      expect(message).toContain("json.theirs");
      expect(bench.held()).toEqual({ a: 1, theirs: 1 });
    }));
});

describe.each(eachResource)("a declared key that a $what does not take", ({ withResource }) => {
  const readings = { droppedKeys: ["lost"] };

  it("is reported when it is saved, and is drift at every refresh", () =>
    withResource({ readings }, async (bench) => {
      const resource = bench.resource();
      const program = { ...bench.identity, json: { a: 1, lost: { x: 1 }, nothing: null, empty: {} } };
      await resource.up(program);
      expect(bench.told.warn).toEqual([
        `${bench.label}: after the save, the service does not hold these declared keys: json.lost. The next \`pulumi refresh\` shows them as drift.`,
      ]);
      for (let time = 0; time < 2; time += 1) {
        await resource.refresh();
        expect(resource.preview(program)).toContain("add json.lost");
      }
    }));

  it("is reported when an update adds it", () =>
    withResource({ readings }, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, json: { a: 1 } });
      await resource.up({ ...bench.identity, json: { a: 1, lost: 1 } });
      expect(bench.told.warn.join()).toContain("json.lost");
    }));
});

describe.each(eachResource)("a $what", ({ withResource }) => {
  it("that was renamed is reported by a refresh and by an update", () =>
    withResource({}, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, json: { a: 1 } });
      bench.change({ name: "other" });
      await resource.up({ ...bench.identity, json: { a: 2 } });
      bench.change({ name: "third" });
      await resource.refresh();
      expect([...new Set(bench.told.warn)]).toEqual([
        expect.stringContaining('name is "other" and was "web1".') as string,
        expect.stringContaining('name is "third" and was "other".') as string,
      ]);
    }));

  it("of another owner gets nothing, until a refresh has accepted the owner", () =>
    withResource({}, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, json: { a: 1 }, onDestroy: "restore" });
      const clientId = bench.emulator.addClient();
      bench.change({ clientId });
      bench.emulator.clearRequests();
      const program = { ...bench.identity, json: { a: 2 }, onDestroy: "restore" };
      for (const operation of [() => resource.up(program), () => resource.destroy()]) {
        expect((await errorOf(operation())).message).toMatch(
          /nothing was saved, because it was moved from client/,
        );
      }
      expect(bench.emulator.writes()).toEqual([]);
      await resource.refresh();
      expect(bench.told.warn.join()).toMatch(/clientId is \d+ and was \d+/);
      await resource.up(program);
      expect(bench.held()).toEqual({ a: 2 });
    }));
});
