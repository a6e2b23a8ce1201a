import { UNKNOWN, type Properties } from "../../../provider/config/values";
import { withHost, type HostBench } from "./hostBench";

const json = { php: { version: "8.3", extensions: ["intl", "gd"] }, cache: true, env: {}, workers: 4 };

/** Runs a test with a host that was adopted with `json`, and with the program that adopted it. */
async function withAdopted(
  test: (bench: HostBench, program: Properties & { hostId: number }) => void | Promise<void>,
  more: Properties = {},
): Promise<void> {
  await withHost({}, async (bench) => {
    const program = { hostId: bench.existing({ old: true }), json, ...more };
    await bench.host.up(program);
    await test(bench, program);
  });
}

describe("no change in meaning", () => {
  it.each<{ what: string; change: Properties }>([
    { what: "nothing", change: {} },
    {
      what: "the order of keys",
      change: {
        json: { workers: 4, env: {}, cache: true, php: { extensions: ["intl", "gd"], version: "8.3" } },
      },
    },
    { what: "[] for {}", change: { json: { ...json, env: [] } } },
    { what: "JSON text for the object", change: { json: JSON.stringify(json) } },
    { what: "another spelling of a number", change: { json: JSON.stringify(json).replace("4", "4.0") } },
    { what: "the default ownership", change: { ownership: "whole" } },
    { what: "the default onDestroy", change: { onDestroy: "keep" } },
    { what: "no deploy inputs", change: { deploy: {} } },
    {
      what: "the defaults under deploy",
      change: {
        deploy: {
          type: "deploy",
          onUpdate: true,
          triggers: [],
          whenBusy: "wait",
          timeout: 1800,
          pollInterval: 3,
        },
      },
    },
  ])("sees none in $what", ({ change }) =>
    withAdopted(({ host }, program) => {
      expect(host.diff({ ...program, ...change })).toEqual({
        changes: false,
        replaces: [],
        deleteBeforeReplace: true,
        differences: [],
        deploymentDue: false,
        notices: [],
      });
    }),
  );
});

describe("paths", () => {
  it.each<{ change: Properties; paths: string[] }>([
    { change: { json: { ...json, cache: false } }, paths: ["update json.cache", "deploy"] },
    {
      change: { json: { ...json, php: { version: "8.4", extensions: ["intl", "gd"] } } },
      paths: ["update json.php.version", "deploy"],
    },
    { change: { json: { ...json, "a.b": 1 } }, paths: ['add json["a.b"]', "deploy"] },
    {
      change: { json: { ...json, php: { version: "8.3", extensions: ["intl", "xml"] } } },
      paths: ["update json.php.extensions[1]", "deploy"],
    },
    {
      change: { json: { php: json.php, env: {}, workers: 4 } },
      paths: ["delete json.cache", "deploy"],
    },
    { change: { jsonAdmin: { limit: 1 } }, paths: ["add jsonAdmin", "deploy"] },
    { change: { ownership: "declared" }, paths: ["update ownership"] },
    { change: { onDestroy: "restore" }, paths: ["update onDestroy"] },
    { change: { deploy: { timeout: 60 } }, paths: ["update deploy.timeout"] },
    { change: { deploy: { wait: false } }, paths: ["add deploy.wait"] },
    { change: { deploy: { triggers: ["x"] } }, paths: ["update deploy.triggers"] },
    { change: { json: undefined }, paths: ["delete json"] },
  ])("names $paths", ({ change, paths }) =>
    withAdopted(({ host }, program) => {
      expect(host.preview({ ...program, ...change })).toEqual(paths);
    }),
  );
});

describe("values that are not known yet", () => {
  it.each<{ change: Properties; paths: string[] }>([
    { change: { json: UNKNOWN }, paths: ["update json"] },
    {
      change: { json: { ...json, php: { version: UNKNOWN, extensions: ["intl", "gd"] } } },
      paths: ["update json.php.version"],
    },
    { change: { jsonAdmin: UNKNOWN }, paths: ["add jsonAdmin"] },
    { change: { ownership: UNKNOWN }, paths: ["update ownership"] },
    { change: { deploy: UNKNOWN }, paths: ["update deploy"] },
    { change: { deploy: { triggers: [UNKNOWN] } }, paths: ["update deploy.triggers"] },
  ])("are a change at $paths", ({ change, paths }) =>
    withAdopted(({ host }, program) => {
      expect(host.preview({ ...program, ...change })).toEqual(paths);
    }),
  );
});

describe("which host", () => {
  it("has a host that stays the same let go of before it is taken over again, whatever asks for a replacement", () =>
    withHost({}, async ({ host, existing, clientId }) => {
      const hostId = existing({});
      const byName = { name: "web1", clientId, json };
      await host.up({ hostId, json });
      const lettingGoFirst = (program: Properties) => host.diff(program).deleteBeforeReplace;
      expect(lettingGoFirst({ hostId, json: {} })).toBe(true);
      expect(lettingGoFirst({ ...byName, ifExists: "adopt" })).toBe(true);
      // A creation fails: the host is there.
      expect(lettingGoFirst(byName)).toBe(false);
      expect(lettingGoFirst({ hostId: hostId + 1, json })).toBe(false);
    }));

  it("replaces for another hostId", () =>
    withAdopted(({ host }) => {
      expect(host.diff({ hostId: 99, json })).toMatchObject({ changes: true, replaces: ["hostId"] });
    }));

  it.each([
    { change: { name: "web2" }, replaces: ["name"] },
    { change: { clientId: 2 }, replaces: ["clientId"] },
    { change: { name: "web2", clientId: 2 }, replaces: ["name", "clientId"] },
  ])("replaces for $change of a created host", ({ change, replaces }) =>
    withHost({}, async ({ host, clientId, emulator }) => {
      emulator.addClient();
      const program = { name: "web1", clientId, json };
      await host.up(program);
      expect(host.diff({ ...program, ...change }).replaces).toEqual(replaces);
    }),
  );

  it("does not replace where hostId takes the place of name and clientId of the same host", () =>
    withHost({}, async ({ host, clientId }) => {
      await host.up({ name: "web1", clientId, json });
      expect(host.diff({ hostId: host.outputs.hostId, json }).replaces).toEqual([]);
      expect(host.preview({ hostId: host.outputs.hostId, json })).toEqual([
        "add hostId",
        "delete name",
        "delete clientId",
      ]);
    }));

  it("does not replace where name and clientId take the place of hostId of the same host", () =>
    withAdopted(({ host, clientId }) => {
      expect(host.diff({ name: "web1", clientId, json }).replaces).toEqual([]);
    }));

  it("replaces where hostId takes the place of name and clientId of another host", () =>
    withHost({}, async ({ host, clientId }) => {
      await host.up({ name: "web1", clientId, json });
      expect(host.diff({ hostId: 99, json }).replaces).toEqual(["hostId"]);
    }));

  it("has nothing to say after the other description was written down", () =>
    withAdopted(async ({ host, clientId, requests }) => {
      requests();
      await host.up({ name: "web1", clientId, json });
      expect(requests()).toEqual([]);
      expect(host.preview({ name: "web1", clientId, json })).toEqual([]);
    }));

  it.each(["web1", "web2"])("keeps a host that was renamed from web1 to web2 on the platform as %s", (name) =>
    withHost({}, async ({ host, clientId, emulator }) => {
      await host.up({ name: "web1", clientId, json });
      const id = Number(host.outputs.hostId);
      const renamed = { id, client_id: clientId, name: "web2", json };
      emulator.faults.add({
        match: { path: "/api/v1/hosts/{id}" },
        fault: { kind: "status", status: 200, body: renamed },
      });
      await host.refresh();
      expect(host.diff({ name, clientId, json }).replaces).toEqual([]);
    }),
  );

  it("refuses what counts only at the creation where the same host is described in another way", () =>
    withAdopted(({ host, clientId }) => {
      expect(() => host.diff({ name: "web1", clientId, active: false, json })).toThrow(
        /active: counts only when a host is created/,
      );
    }));

  it.each([
    { written: true, what: "accepts active, written later, where that is what the host is" },
    { written: false, what: "refuses active, written later, where the host is not so" },
  ])("$what", ({ written }) =>
    withHost({}, async ({ host, clientId }) => {
      const program = { name: "web1", clientId, json };
      await host.up(program);
      const later = { ...program, active: written };
      expect(host.outputs.active).toBe(true);
      if (written) expect(host.diff(later)).toMatchObject({ changes: false });
      else expect(() => host.diff(later)).toThrow(/active: counts only when a host is created/);
    }),
  );

  it("accepts active once the host was made so on the platform", () =>
    withHost({}, async ({ host, clientId, emulator }) => {
      await host.up({ name: "web1", clientId, json, active: false });
      emulator.setActive(Number(host.outputs.hostId), true);
      await host.refresh();
      for (const active of [true, false]) {
        expect(host.diff({ name: "web1", clientId, json, active })).toMatchObject({ changes: false });
      }
    }));

  it("takes what counts only at the creation for another host, which is created with it", () =>
    withHost({}, async ({ host, clientId }) => {
      await host.up({ name: "web1", clientId, json, active: true, yaml: "a: 1" });
      const other = { name: "web2", clientId, json, active: false, yaml: "a: 2" };
      expect(host.diff(other).replaces).toEqual(["name"]);
    }));

  it("is replaced where its id is not known yet", () =>
    withAdopted(({ host }) => {
      expect(host.diff({ hostId: UNKNOWN, json }).replaces).toEqual(["hostId"]);
    }));
});
