import type { Properties } from "../../provider/config/values";
import { hostLifecycle } from "../../provider/resource/lifecycle";
import { ManagedRecords } from "../../provider/resource/managedRecords";
import { eachResource } from "./eachResource";
import { ManagedResource } from "./managedResource";
import { errorOf, withPlatform } from "./platform";

const declared = (key: string, value: number) => ({ ownership: "declared", json: { [key]: value } });
const keys = ["a", "b", "c", "d"];

describe.each(eachResource)("resources that share a $what, each with keys of its own", ({ withResource }) => {
  it("keep each other's keys when they adopt it, change it and restore it at the same time", () =>
    withResource({ json: { theirs: 1 }, deploySeconds: 1 }, async (bench) => {
      const { identity, held } = bench;
      // Every answer takes a while, so that reads and saves of all resources would mix.
      bench.emulator.faults.add({ at: "every", fault: { kind: "latency", ms: 5 } });
      const resources = keys.map((key) => ({ key, resource: bench.resource() }));
      for (const value of [1, 2]) {
        const run = { managed: new ManagedRecords() };
        await Promise.all(
          resources.map(({ key, resource }) =>
            resource.up({ ...identity, ...declared(key, value), onDestroy: "restore" }, run),
          ),
        );
        expect(held()).toEqual({ theirs: 1, a: value, b: value, c: value, d: value });
      }
      const run = { managed: new ManagedRecords() };
      await Promise.all(resources.slice(1).map(({ resource }) => resource.destroy(run)));
      expect(held()).toEqual({ theirs: 1, a: 2 });
    }));

  const managing = (identity: Properties, json: Properties, onConflict?: string) => ({
    ...{ ...identity, json, ownership: "declared", onDestroy: "restore", onConflict },
  });

  it("keep the keys of both parts when a resource is split, and the whole is restored", () =>
    withResource({}, async ({ identity, held, resource }) => {
      const [whole, ...parts] = [resource(), resource(), resource()];
      await whole.up(managing(identity, { a: 1, b: 1, c: 1 }));
      const run = { managed: new ManagedRecords() };
      for (const [index, part] of parts.entries()) {
        await part.up(managing(identity, index === 0 ? { a: 2 } : { b: 2 }), run);
      }
      await whole.destroy(run);
      expect(held()).toEqual({ a: 2, b: 2 });
    }));

  it("guard what others changed when one is updated and another one is restored", () =>
    withResource({}, async ({ identity, held, edit, resource }) => {
      const [stays, goes] = [resource(), resource()];
      await stays.up(managing(identity, { a: 1 }, "fail"));
      await goes.up(managing(identity, { c: 1 }, "fail"));
      edit((json) => ({ ...json, c: "theirs" }));
      const run = { managed: new ManagedRecords() };
      await stays.up(managing(identity, { a: 2 }, "fail"), run);
      expect((await errorOf(goes.destroy(run))).message).toContain('json.c: "theirs" => (none)');
      expect(held()).toEqual({ a: 2, c: "theirs" });
    }));

  it("are not saved by the restore of another one after their own save was refused", () =>
    withResource({}, async ({ identity, held, edit, resource }) => {
      const [stays, goes] = [resource(), resource()];
      await stays.up(managing(identity, { a: 1 }, "fail"));
      await goes.up(managing(identity, { c: 1 }, "fail"));
      edit((json) => ({ ...json, a: "theirs" }));
      const run = { managed: new ManagedRecords() };
      await errorOf(stays.up(managing(identity, { a: 2 }, "fail"), run));
      await goes.destroy(run);
      expect(held()).toEqual({ a: "theirs" });
    }));
});

it("two resources of one name and client make one host, also when both are created at once", () =>
  withPlatform({}, async ({ emulator, context }) => {
    const clientId = emulator.addClient();
    emulator.faults.add({ at: "every", fault: { kind: "latency", ms: 5 } });
    const run = { managed: new ManagedRecords() };
    const results = await Promise.allSettled(
      [1, 2].map((value) =>
        new ManagedResource(hostLifecycle, context).up({ name: "web1", clientId, json: { value } }, run),
      ),
    );
    expect(emulator.hostIds()).toHaveLength(1);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  }));

it("deployments of one host by several resources are each seen to their end, whatever their types", () =>
  withPlatform({ deploySeconds: 20 }, async ({ emulator, context }) => {
    const types = ["deploy", "fullDeploy", "fullDeleteDeploy", "deploy"];
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    const run = { managed: new ManagedRecords() };
    const inputs = types.map((type, index) => ({
      hostId,
      ...declared(`key${index}`, index),
      deploy: { type },
    }));
    await Promise.all(inputs.map((own) => new ManagedResource(hostLifecycle, context).up(own, run)));
    const { deployments, savedJson, deployedJson } = emulator.host(hostId);
    expect(deployedJson).toEqual(savedJson);
    expect(deployments.map(({ status }) => status)).toEqual(types.map(() => "published"));
  }));
