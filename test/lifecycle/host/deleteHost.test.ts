import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withHost, withManagedHost } from "./hostBench";
import { everyReading } from "../../full";

const statusRead = "GET hosts/{id}/deploy";
const json = { a: 1, php: { version: "8.3" } };
const restore = { json, onDestroy: "restore" };

it("keeps the host as it is by default, without a request, and says so", () =>
  withManagedHost({}, { json }, async ({ host, requests, told }) => {
    await host.destroy();
    expect(requests()).toEqual([]);
    expect(told.info).toEqual([
      "Host 1 (web1) stays on the platform as it is; it is no longer managed here.",
    ]);
  }));

it("keeps a host that this resource created, with restore too, and says why", () =>
  withHost({}, async ({ host, clientId, requests, told }) => {
    await host.up({ name: "web1", clientId, json, onDestroy: "restore" });
    requests();
    await host.destroy();
    expect(requests()).toEqual([]);
    expect(told.info[0]).toMatch(/stays on the platform.*no earlier configuration to restore/);
  }));

it("keeps a host that this resource created and has updated since, with restore too", () =>
  withHost({}, async ({ host, clientId, requests }) => {
    await host.up({ name: "web1", clientId, json, onDestroy: "restore" });
    await host.up({ name: "web1", clientId, json: { a: 2 }, onDestroy: "restore" });
    requests();
    await host.destroy();
    expect(requests()).toEqual([]);
  }));

it("gives back what was there before the first save, where the program managed no configuration at first", () =>
  withManagedHost({}, { onDestroy: "restore" }, async ({ host, emulator }, program) => {
    emulator.editHost(program.hostId, () => ({ theirs: 1 }));
    await host.up({ ...program, json });
    await host.destroy();
    expect(emulator.host(program.hostId).savedJson).toEqual({ theirs: 1 });
  }));

it("is gone from the program by a replacement, and the old host stays", () =>
  withManagedHost({}, { json }, async ({ host, existing, emulator }, program) => {
    const other = existing({});
    await host.up({ hostId: other, json });
    expect(host.outputs.hostId).toBe(other);
    expect(emulator.host(program.hostId).savedJson).toEqual(json);
  }));

describe("a restore that fails leaves the state as it was, so an update would find nothing to do: its message", () => {
  const again = /run the same command again|the next run of the same command/i;
  /** Without a refresh an update has nothing to do. */
  const updateAlone = /(?<!`pulumi refresh`, then )`pulumi up`/;

  it.each(["error", "canceled", "timeout"] as const)(
    "sends nobody to `pulumi up` alone where the deployment ends in %s",
    (end) =>
      withManagedHost({}, restore, async ({ host, emulator }, program) => {
        emulator.scriptDeployment(program.hostId, { end });
        const { message } = await errorOf(host.destroy());
        expect(message).toMatch(again);
        expect(message).not.toMatch(updateAlone);
      }),
  );

  it("sends nobody to `pulumi up` where the host is busy", () =>
    withManagedHost({}, { ...restore, deploy: { whenBusy: "fail" } }, async ({ host, emulator }, program) => {
      emulator.startImport(program.hostId, 60);
      const { message } = await errorOf(host.destroy());
      expect(message).toMatch(again);
      expect(message).not.toMatch(updateAlone);
    }));

  it("sends nobody to `pulumi up` alone where the answer to the save is lost", () =>
    withManagedHost({}, restore, async ({ host, emulator }, program) => {
      const path = `/api/v1/hosts/${program.hostId}`;
      emulator.faults.add({ match: { method: "POST", path }, at: "every", fault: { kind: "resetBefore" } });
      emulator.faults.add({
        match: { method: "GET", path },
        at: "second",
        times: 99,
        fault: { kind: "status", status: 500 },
      });
      const { message } = await errorOf(host.destroy());
      expect(message).toMatch(again);
      expect(message).not.toMatch(updateAlone);
    }));
});

describe.each(everyReading)("a restore, as %s reads", (preset) => {
  const readings = presets[preset];

  it("saves what was there before, once, and deploys it", () =>
    withManagedHost({ readings }, restore, async ({ host, emulator, requests, told }, program) => {
      const warnedBefore = [...told.warn];
      await host.destroy();
      expect(requests()).toEqual([
        statusRead,
        "GET hosts/{id}",
        "POST hosts/{id}",
        "POST hosts/{id}/deploy",
        statusRead,
      ]);
      expect(told.warn).toEqual(warnedBefore);
      expect(emulator.host(program.hostId).deployedJson).toMatchObject({ before: true });
      expect(emulator.host(program.hostId).deployedJson).not.toHaveProperty("a");
    }));

  it("with declared ownership gives back only the program's own keys", () =>
    withHost({ readings }, async ({ host, existing, emulator }) => {
      const hostId = existing({ php: { version: "8.1", theirs: 1 }, other: 1 });
      await host.up({ hostId, ...restore, ownership: "declared" });
      emulator.editHost(hostId, (held) => ({ ...held, other: 2, later: 3 }));
      await host.destroy();
      expect(emulator.host(hostId).deployedJson).toMatchObject({
        php: { version: "8.1", theirs: 1 },
        other: 2,
        later: 3,
      });
      expect(emulator.host(hostId).deployedJson).not.toHaveProperty("a");
    }));

  it("whose deployment failed says what the host holds, and a refresh and an update put the program's back", () =>
    withManagedHost({ readings }, restore, async ({ host, emulator }, program) => {
      emulator.scriptDeployment(program.hostId, { end: "error" });
      const { message } = await errorOf(host.destroy());
      expect(message).toContain(
        "Host 1 (web1) now holds what was there before it was managed here, saved and not published",
      );
      expect(message).toMatch(/to keep managing it, run `pulumi refresh`, then `pulumi up`/);
      expect(emulator.host(program.hostId).savedJson).toMatchObject({ before: true });
      await host.refresh();
      await host.up(program);
      expect(emulator.host(program.hostId)).toMatchObject({
        status: "published",
        deployedJson: program.json,
      });
      expect(emulator.host(program.hostId).deployedJson).not.toHaveProperty("before");
      await host.destroy();
      expect(emulator.host(program.hostId).deployedJson).toMatchObject({ before: true });
    }));

  it("is deployed by the next try, without a second save, where its deployment failed", () =>
    withManagedHost({ readings }, restore, async ({ host, emulator, requests }, program) => {
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await errorOf(host.destroy());
      requests();
      await host.destroy();
      const writes = requests().filter((step) => step.startsWith("POST"));
      // The service's own additions do not tell a restore from what was there before.
      expect(writes.at(-1)).toBe("POST hosts/{id}/deploy");
      expect(emulator.host(program.hostId).deployedJson).toMatchObject({ before: true });
    }));
});

it("restores without a deployment where updates do not deploy", () =>
  withManagedHost({}, { ...restore, deploy: { onUpdate: false } }, async ({ host, requests }) => {
    await host.destroy();
    expect(requests()).toEqual(["GET hosts/{id}", "POST hosts/{id}"]);
  }));

it("restores nothing where the program never changed anything", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    await host.up({ hostId: existing({ a: 1 }), json: { a: 1 }, onDestroy: "restore" });
    await host.destroy();
    expect(emulator.writes()).toEqual([]);
  }));

it("restores nothing with declared ownership where only others have changed their keys", () =>
  withHost({}, async ({ host, existing, emulator }) => {
    const hostId = existing({ a: 1, theirs: 1 });
    await host.up({ hostId, json: { a: 1 }, ownership: "declared", onDestroy: "restore" });
    emulator.editHost(hostId, (held) => ({ ...held, theirs: 2 }));
    await host.refresh();
    await host.destroy();
    expect(emulator.writes()).toEqual([]);
  }));

it("restores what was there before the first of many updates", () =>
  withManagedHost({}, restore, async ({ host, emulator }, program) => {
    await host.up({ ...program, json: { a: 2 } });
    await host.refresh();
    await host.up({ ...program, json: { a: 3 } });
    await host.destroy();
    expect(emulator.host(program.hostId).savedJson).toEqual({ before: true });
  }));

it("is done where the host is gone already, and says so", () =>
  withManagedHost({}, restore, async ({ host, emulator, told }, program) => {
    emulator.removeHost(program.hostId);
    await host.destroy();
    expect(told.info).toEqual(["Host 1 (web1) is not there any more; there is nothing left to restore."]);
  }));

it.each([
  { what: "401", fault: { kind: "status", status: 401, body: null } as const },
  { what: "a lost connection", fault: { kind: "resetBefore" } as const },
  { what: "404 for everything", fault: { kind: "status", status: 404 } as const },
  { what: "404 while it is still listed", fault: { kind: "status", status: 404 } as const, path: /\/1$/ },
])("fails with $what, and the resource stays in the state", ({ fault, path = /./ }) =>
  withManagedHost({}, restore, async ({ host, emulator }) => {
    emulator.faults.add({ match: { path }, at: "every", fault });
    await errorOf(host.destroy());
    expect(host.state).toBeDefined();
  }),
);

it("says that the admin-level configuration cannot be given back", () =>
  withManagedHost({}, { ...restore, jsonAdmin: { quota: 1 } }, async ({ host, emulator, told }) => {
    emulator.clearRequests();
    await host.destroy();
    expect(told.warn.at(-1)).toMatch(/admin-level configuration stays as it is/);
    expect(emulator.writes()[0]?.body).toEqual({ json: { before: true } });
  }));

it("works with a new token after the old one has expired", () =>
  withManagedHost({}, restore, async ({ host, emulator, connect }, program) => {
    emulator.expireToken(emulator.tokens.admin);
    await host.destroy({ api: connect(emulator.addToken({ access: "admin" })) });
    expect(emulator.host(program.hostId).savedJson).toEqual({ before: true });
  }));
