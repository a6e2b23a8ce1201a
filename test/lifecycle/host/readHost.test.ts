import { ForbiddenError, ServerError, UnauthorizedError } from "../../../provider/api/errors";
import { UNKNOWN, type Properties } from "../../../provider/config/values";
import type { Fault, JsonObject } from "../../emulator";
import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withHost, withManagedHost } from "./hostBench";
import { everyReading } from "../../full";

const json = {
  php: { version: "8.3", ini: { memory: "256M" } },
  list: [{ n: 1 }, { n: 2 }],
  cache: true,
  env: {},
};

interface Edit {
  what: string;
  edit: (held: JsonObject) => JsonObject;
  whole: string[];
  declared: string[];
}

/** What a preview shows is the way back: a key that was removed by hand is added, and so on. */
const edits: Edit[] = [
  {
    what: "a changed value",
    edit: (held) => ({ ...held, php: { version: "7.4", ini: { memory: "256M" } } }),
    whole: ["update json.php.version"],
    declared: ["update json.php.version"],
  },
  {
    what: "an added key",
    edit: (held) => ({ ...held, theirs: { a: 1 } }),
    whole: ["delete json.theirs"],
    declared: [],
  },
  {
    what: "an added key deep inside",
    edit: (held) => ({ ...held, php: { version: "8.3", ini: { memory: "256M", theirs: 1 } } }),
    whole: ["delete json.php.ini.theirs"],
    declared: [],
  },
  {
    what: "a removed key",
    edit: (held) => without(held, "cache"),
    whole: ["add json.cache"],
    declared: ["add json.cache"],
  },
  {
    what: "a removed object",
    edit: (held) => without(held, "php"),
    whole: ["add json.php"],
    declared: ["add json.php"],
  },
  {
    what: "an object that lost all its keys",
    edit: (held) => ({ ...held, php: {} }),
    whole: ["add json.php.version", "add json.php.ini"],
    declared: ["add json.php.version", "add json.php.ini"],
  },
  {
    what: "a value in place of an object",
    edit: (held) => ({ ...held, php: "8.3" }),
    whole: ["update json.php"],
    declared: ["update json.php"],
  },
  {
    what: "a changed item of a list",
    edit: (held) => ({ ...held, list: [{ n: 1 }, { n: 3 }] }),
    whole: ["update json.list[1].n"],
    declared: ["update json.list[1].n"],
  },
  {
    what: "a longer list",
    edit: (held) => ({ ...held, list: [{ n: 1 }, { n: 2 }, { n: 3 }] }),
    whole: ["update json.list"],
    declared: ["update json.list"],
  },
  {
    what: "a key put into an empty object",
    edit: (held) => ({ ...held, env: { A: "1" } }),
    whole: ["delete json.env.A"],
    declared: [],
  },
  {
    what: "everything at once",
    edit: (held) => ({ ...without(held, "cache"), list: [], theirs: 1, php: { version: "7.4" } }),
    whole: [
      "update json.php.version",
      "add json.php.ini",
      "update json.list",
      "delete json.theirs",
      "add json.cache",
    ],
    declared: ["update json.php.version", "add json.php.ini", "update json.list", "add json.cache"],
  },
];

function without(held: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(held).filter(([name]) => name !== key));
}

/** Without the deployment, which is due whenever something of the program's was changed. */
function paths(preview: string[]): string[] {
  return preview.filter((path) => path !== "deploy").sort();
}

/** The plainest reading, and one that respells and adds whatever it may. */
const twoReadings = [
  { name: "asShown", readings: presets.asShown },
  { name: "mixed with json as text", readings: { ...presets.mixed, json: "string" as const } },
];

describe.each(twoReadings)("a refresh after a hand edit, as $name reads", ({ readings }) => {
  describe.each(["whole", "declared"] as const)("with %s ownership", (ownership) => {
    it.each(edits)("shows exactly $what", ({ edit, ...expected }) =>
      withManagedHost({ readings }, { json, ownership }, async ({ host, emulator }, program) => {
        emulator.editHost(program.hostId, edit);
        await host.refresh();
        expect(paths(host.preview(program))).toEqual([...expected[ownership]].sort());
        await host.refresh();
        expect(paths(host.preview(program))).toEqual([...expected[ownership]].sort());
      }),
    );

    it.each(edits)("and an update after it brings $what back for good", ({ edit }) =>
      withManagedHost({ readings }, { json, ownership }, async ({ host, emulator }, program) => {
        emulator.editHost(program.hostId, edit);
        await host.refresh();
        await host.up(program);
        await host.refresh();
        expect(host.preview(program)).toEqual([]);
        expect(emulator.host(program.hostId).deployedJson).toMatchObject(
          readings.emptyObject === "[]" && ownership === "declared" ? { php: json.php } : json,
        );
      }),
    );

    it("right after an update shows exactly that key", () =>
      withManagedHost({ readings }, { json, ownership }, async ({ host, emulator }, program) => {
        const changed = { ...program, json: { ...json, backups: { enabled: false }, added: { b: {} } } };
        await host.up(changed);
        emulator.editHost(program.hostId, (held) => ({ ...held, cache: false }));
        await host.refresh();
        expect(paths(host.preview(changed))).toEqual(["update json.cache"]);
      }));

    it("right after an update shows a key that was added", () =>
      withManagedHost({ readings }, { json, ownership }, async ({ host, emulator }, program) => {
        const changed = { ...program, json: { ...json, cache: false } };
        await host.up(changed);
        emulator.editHost(program.hostId, (held) => ({ ...held, theirs: 1 }));
        await host.refresh();
        expect(paths(host.preview(changed))).toEqual(ownership === "whole" ? ["delete json.theirs"] : []);
      }));

    it("of a value under what was just added shows exactly that key", () =>
      withManagedHost({ readings }, { json, ownership }, async ({ host, emulator }, program) => {
        const changed = { ...program, json: { ...json, backups: { enabled: false } } };
        await host.up(changed);
        emulator.editHost(program.hostId, (held) => ({
          ...held,
          backups: { ...(held["backups"] as JsonObject), enabled: true },
        }));
        await host.refresh();
        expect(paths(host.preview(changed))).toEqual(["update json.backups.enabled"]);
      }));

    it("right after a key was removed from the program shows nothing that the service put in its place", () =>
      withManagedHost(
        { readings },
        { json: { ...json, timezone: "Europe/Berlin" }, ownership },
        async ({ host }, program) => {
          const smaller = { ...program, json };
          await host.up(smaller);
          await host.refresh();
          expect(host.preview(smaller)).toEqual([]);
        },
      ));
  });

  it("that undoes itself shows no path", () =>
    withManagedHost({ readings }, { json }, async ({ host, emulator }, program) => {
      const held = emulator.host(program.hostId).savedJson;
      emulator.editHost(program.hostId, () => ({ ...held, php: {}, list: [], other: 1 }));
      await host.refresh();
      emulator.editHost(program.hostId, () => held);
      await host.refresh();
      expect(paths(host.preview(program))).toEqual([]);
    }));

  it("of a default of the service's shows exactly that key, and an update lets the service have it", () =>
    withManagedHost(
      { readings: { ...readings, defaultsAtSave: { timezone: "UTC" } } },
      { json },
      async (bench, program) => {
        const { host, emulator } = bench;
        emulator.editHost(program.hostId, (held) => ({ ...held, timezone: "Asia/Tokyo" }));
        await host.refresh();
        expect(paths(host.preview(program))).toEqual(["delete json.timezone"]);
        await host.up(program);
        await host.refresh();
        expect(host.preview(program)).toEqual([]);
      },
    ));

  it("of a removed default is over with the save that brings it back", () =>
    withManagedHost(
      { readings: { ...readings, defaultsAtSave: { timezone: "UTC" } } },
      { json },
      async ({ host, emulator }, program) => {
        emulator.editHost(program.hostId, (held) => ({ ...without(held, "timezone"), cache: false }));
        await host.refresh();
        expect(paths(host.preview(program))).toEqual(["update json.cache"]);
        await host.up(program);
        expect(emulator.host(program.hostId).savedJson).toMatchObject({ timezone: "UTC", cache: true });
        await host.refresh();
        expect(host.preview(program)).toEqual([]);
      },
    ));
});

describe("a host that cannot be read", () => {
  it("leaves the state where it is gone", () =>
    withManagedHost({}, { json }, async ({ host, emulator, told }, program) => {
      emulator.removeHost(program.hostId);
      await host.refresh();
      expect(host.state).toBeUndefined();
      expect(told.warn.at(-1)).toBe("Host 1 (web1) is not on the platform any more and leaves the state.");
    }));

  it.each<Fault>([
    { kind: "status", status: 404 },
    { kind: "html", status: 404 },
  ])("stays in the state where the address answers everything with $kind 404", (fault) =>
    withManagedHost({}, { json }, async ({ host, emulator, told }) => {
      emulator.faults.add({ fault, at: "every" });
      expect((await errorOf(host.refresh())).message).toContain(
        `${emulator.url} answers 404 to everything, so this is not the service's address`,
      );
      expect(host.state).toBeDefined();
      expect(told.warn.join()).not.toContain("leaves the state");
    }),
  );

  it.each<{ what: string; fault: Fault; error: new (...details: never[]) => Error }>([
    { what: "401", fault: { kind: "status", status: 401, body: null }, error: UnauthorizedError },
    { what: "403", fault: { kind: "status", status: 403, body: null }, error: ForbiddenError },
    { what: "500", fault: { kind: "status", status: 500, body: null }, error: ServerError },
    { what: "lost connections", fault: { kind: "resetBefore" }, error: Error },
    { what: "an HTML page", fault: { kind: "html", status: 200 }, error: Error },
    { what: "an empty object", fault: { kind: "status", status: 200, body: {} }, error: Error },
    { what: "404 while it is still listed", fault: { kind: "status", status: 404 }, error: Error },
  ])("stays in the state with $what", ({ fault, error }) =>
    withManagedHost({}, { json }, async ({ host, emulator }) => {
      const before = host.state;
      emulator.faults.add({ match: { path: "/api/v1/hosts/{id}" }, at: "every", fault });
      expect(await errorOf(host.refresh())).toBeInstanceOf(error);
      expect(host.state).toEqual(before);
    }),
  );

  it("stays in the state where only the deploy status cannot be read", () =>
    withManagedHost({}, { json }, async ({ host, emulator }) => {
      emulator.faults.add({
        match: { path: "/api/v1/hosts/{id}/deploy" },
        fault: { kind: "status", status: 403, body: null },
      });
      expect(await errorOf(host.refresh())).toBeInstanceOf(ForbiddenError);
    }));
});

it("reads the host and its status, and nothing else", () =>
  withManagedHost({}, { json }, async ({ host, requests }) => {
    await host.refresh();
    expect(requests()).toEqual(["GET hosts/{id}", "GET hosts/{id}/deploy"]);
  }));

it("never puts live monitoring data into the state", () =>
  withHost({}, async ({ host, existing }) => {
    const monitoring = { load: { one: 0.4 }, disk: { used: 41 }, memory: { used: 63 } };
    await host.up({ hostId: existing({}, { monitoring }), json: {} });
    await host.refresh();
    expect(JSON.stringify(host.state)).not.toContain("0.4");
  }));

describe.each(everyReading)("an import, as %s reads", (preset) => {
  const readings = presets[preset];

  it("gives inputs that show no change", () =>
    withHost({ readings }, async ({ host, existing }) => {
      const hostId = existing({ a: 1, env: {}, list: [] });
      await host.import(String(hostId));
      const program: Properties = host.current.inputs;
      expect(program).toMatchObject({ hostId, json: { a: 1 } });
      expect(host.preview(program)).toEqual([]);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
    }));

  it("gives no key whose value is null, and shows no change to a program that has it", () =>
    withHost({ readings }, async ({ host, existing, emulator }) => {
      const json = { a: { nothing: null, b: 1 }, list: [null, { nothing: null, c: 1 }] };
      const hostId = existing(json);
      await host.import(String(hostId));
      expect(host.current.inputs.json).toMatchObject({ a: { b: 1 }, list: [null, { c: 1 }] });
      expect(JSON.stringify(host.current.inputs)).not.toContain("nothing");
      expect(host.diff({ hostId, json })).toMatchObject({ changes: false, differences: [] });
      expect(host.preview({ hostId, json: { ...json, other: null } })).toContain("add json.other");
      emulator.editHost(hostId, (held) => ({ ...held, a: { nothing: 5, b: 1 } }));
      await host.refresh();
      expect(host.preview({ hostId, json: { a: { b: 1 }, list: json.list } })).toContain(
        "delete json.a.nothing",
      );
    }));

  it.each([{ onDestroy: "restore" }, { ownership: "declared" }, { deploy: { type: "fullDeploy" } }])(
    "deploys nothing for a program that names a key whose value is null, with %j",
    (more) =>
      withHost({ readings }, async ({ host, existing, requests }) => {
        const json = { a: { nothing: null, b: 1 }, list: [{ nothing: null, c: 1 }], nothing: null };
        const hostId = existing(json);
        await host.import(String(hostId));
        const program = { hostId, json, ...more };
        await host.up(program);
        expect(host.preview(program)).toEqual([]);
        await host.refresh();
        expect(host.preview(program)).toEqual([]);
        expect(requests().filter((step) => step.startsWith("POST"))).toEqual([]);
        expect(host.preview({ ...program, json: { ...json, nothing: 1 } })).toEqual([
          "update json.nothing",
          "deploy",
        ]);
      }),
  );

  it("is followed by updates like any other", () =>
    withHost({ readings }, async ({ host, existing, emulator }) => {
      const hostId = existing({ a: 1, b: 1 });
      await host.import(String(hostId));
      const program = { hostId, json: { a: 2 } };
      await host.up(program);
      expect(emulator.host(hostId).deployedJson).toMatchObject({ a: 2 });
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
    }));

  it("takes no key of others away for a program that declares only some", () =>
    withHost({ readings }, async ({ host, existing, emulator, requests }) => {
      const hostId = existing({ a: 1, theirs: { b: 1, c: 1 }, list: [1] });
      await host.import(String(hostId));
      await host.refresh();
      const program = { hostId, ownership: "declared", json: { a: 1, theirs: { b: 1 } } };
      expect(host.preview(program)).toEqual(["update ownership"]);
      expect(host.preview({ ...program, json: { a: UNKNOWN } })).toEqual([
        "update json.a",
        "update ownership",
      ]);
      await host.up(program);
      expect(requests().filter((step) => step.startsWith("POST"))).toEqual([]);
      expect(host.preview(program)).toEqual([]);
      await host.up({ ...program, json: { a: 2 } });
      expect(emulator.host(hostId).deployedJson).toMatchObject({ a: 2, theirs: { c: 1 }, list: [1] });
      expect(emulator.host(hostId).deployedJson).not.toHaveProperty("theirs.b");
    }));

  it("gives away what a program has saved as its own since, where that declares only some later", () =>
    withHost({ readings }, async ({ host, existing, emulator }) => {
      const hostId = existing({ a: 1, b: 1 });
      await host.import(String(hostId));
      await host.up({ hostId, json: { a: 2, b: 1 } });
      await host.up({ hostId, ownership: "declared", json: { a: 2 } });
      expect(emulator.host(hostId).deployedJson).not.toHaveProperty("b");
    }));

  it("can be given back", () =>
    withHost({ readings }, async ({ host, existing, emulator }) => {
      const hostId = existing({ a: 1 });
      await host.import(String(hostId));
      await host.up({ hostId, json: { a: 2 }, onDestroy: "restore" });
      await host.destroy();
      expect(emulator.host(hostId).deployedJson).toMatchObject({ a: 1 });
    }));
});

describe("an import by another id", () => {
  it("finds nothing where there is no such host", () =>
    withHost({}, async ({ host }) => {
      expect(await host.import("99")).toBe(false);
    }));

  it.each(["web1", "", "1.5", "-1", "0"])("is refused where it is no id: %j", (id) =>
    withHost({}, async ({ host, requests }) => {
      const error = await errorOf(host.import(id));
      expect(error.message).toMatch(/is no id of a host: give its number/);
      expect(requests()).toEqual([]);
    }),
  );
});
