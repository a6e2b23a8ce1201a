import { hostLifecycle } from "../../../provider/resource/lifecycle";
import { ManagedRecords } from "../../../provider/resource/managedRecords";
import { ManagedResource } from "../managedResource";
import { withHost, withManagedHost, type HostBench } from "./hostBench";

const json = { a: 1, php: { version: "8.3" } };
const restore = { json, onDestroy: "restore" };

/** Another resource of the same program, and what an engine that runs both has in common for them. */
function successor({ context }: HostBench) {
  const run = { managed: new ManagedRecords() };
  return { run, other: new ManagedResource(hostLifecycle, context) };
}

describe("letting go of a host that another resource has taken over in the same run", () => {
  it("restores nothing over what was just saved, and says how the earlier configuration is kept", () =>
    withManagedHost({}, restore, async (bench, program) => {
      const { host, emulator, requests, told } = bench;
      const { run, other } = successor(bench);
      await other.up({ ...program, json: { a: 2 } }, run);
      requests();
      await host.destroy(run);
      expect(requests()).toEqual([]);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
      expect(told.warn.at(-1)).toMatch(
        /^Host 1 \(web1\): this program goes on managing it.*deleteBeforeReplace/,
      );
    }));

  it("does the same where the other one was updated", () =>
    withManagedHost({}, restore, async (bench, program) => {
      const { host, emulator } = bench;
      const { run, other } = successor(bench);
      await other.up(program);
      await other.up({ ...program, json: { a: 2 } }, run);
      await host.destroy(run);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ a: 2 });
    }));

  it("gives back the keys that the other one does not declare", () =>
    withHost({}, async (bench) => {
      const { host, existing, emulator, told } = bench;
      const { run, other } = successor(bench);
      const hostId = existing({ a: 0, b: 0, theirs: 1 });
      const shared = { hostId, ownership: "declared", onDestroy: "restore" };
      await host.up({ ...shared, json: { a: 1, b: 1 } });
      await other.up({ ...shared, json: { a: 2 } }, run);
      await host.destroy(run);
      expect(emulator.host(hostId).deployedJson).toEqual({ a: 2, b: 0, theirs: 1 });
      expect(told.info.at(-1)).toMatch(/but for what this program goes on managing\.$/);
    }));

  it("makes no write where the other one declares the same keys", () =>
    withHost({}, async (bench) => {
      const { host, existing, emulator } = bench;
      const { run, other } = successor(bench);
      const shared = { hostId: existing({ a: 0, theirs: 1 }), ownership: "declared", ...restore };
      await host.up(shared);
      await other.up(shared, run);
      emulator.clearRequests();
      await host.destroy(run);
      expect(emulator.writes()).toEqual([]);
    }));

  it("does not call the host unmanaged where nothing is to be restored", () =>
    withManagedHost({}, { json }, async (bench, program) => {
      const { host, told } = bench;
      const { run, other } = successor(bench);
      await other.up(program, run);
      await host.destroy(run);
      expect(told.info).toEqual([
        "Host 1 (web1) stays on the platform as it is; this program goes on managing it.",
      ]);
    }));

  it("restores as always where the run manages other hosts only", () =>
    withManagedHost({}, restore, async (bench, program) => {
      const { host, existing, emulator } = bench;
      const { run, other } = successor(bench);
      await other.up({ ...program, hostId: existing({}, { name: "web2" }) }, run);
      await host.destroy(run);
      expect(emulator.host(program.hostId).deployedJson).toEqual({ before: true });
    }));
});
