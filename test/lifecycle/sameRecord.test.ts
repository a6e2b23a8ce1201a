import type { Properties } from "../../provider/config/values";
import { eachResource } from "./eachResource";
import { withManagedGroup } from "./group/groupBench";
import { withManagedHost } from "./host/hostBench";
import type { ManagedResource } from "./managedResource";
import { errorOf } from "./platform";

const json = { a: 1 };
const restore = { json, onDestroy: "restore" };
const longAgo = "2019-03-01T12:00:00Z";

/** What the state says is changed as if it came from a service where the id is another record's. */
function remember(resource: ManagedResource, known: Properties): void {
  const { current } = resource;
  resource.state = { ...current, outputs: { ...current.outputs, ...known } };
}

interface Bench {
  resource: ManagedResource;
  program: Properties;
  /** Every request that changes anything. */
  writes: () => unknown[];
}

const withHost = (test: (bench: Bench) => Promise<void>) =>
  withManagedHost({}, restore, async ({ host, emulator }, program) => {
    emulator.clearRequests();
    await test({ resource: host, program, writes: () => emulator.writes() });
  });

const withGroup = (test: (bench: Bench) => Promise<void>) =>
  withManagedGroup({}, restore, async ({ group, emulator }, program) => {
    emulator.clearRequests();
    await test({ resource: group, program, writes: () => emulator.writes() });
  });

describe.each([
  { what: "host", withResource: withHost },
  { what: "group", withResource: withGroup },
])("a $what of another name that was created at another time", ({ withResource }) => {
  const another = { name: "theirs", createdAt: longAgo };
  const message = /is not what the state knows: .*hostconfig:baseUrl.*pulumi state delete/;

  it("is not saved over by an update", () =>
    withResource(async ({ resource, program, writes }) => {
      remember(resource, another);
      expect((await errorOf(resource.up({ ...program, json: { a: 2 } }))).message).toMatch(message);
      expect(writes()).toEqual([]);
      expect(resource.current).toMatchObject({ incomplete: false, outputs: another });
    }));

  it("is not taken for drift by a refresh", () =>
    withResource(async ({ resource }) => {
      remember(resource, another);
      expect((await errorOf(resource.refresh())).message).toMatch(message);
      expect(resource.outputs).toMatchObject(another);
    }));

  it("is not given what was somewhere else before by a destroy that restores", () =>
    withResource(async ({ resource, writes }) => {
      remember(resource, another);
      expect((await errorOf(resource.destroy())).message).toMatch(message);
      expect(writes()).toEqual([]);
    }));

  it("is told by its client, too", () =>
    withResource(async ({ resource }) => {
      remember(resource, { clientId: 4711, createdAt: longAgo });
      expect((await errorOf(resource.refresh())).message).toMatch(message);
    }));
});

it.each([
  { what: "was renamed by hand", known: { name: "before" } },
  { what: "was created at a time that is spelt differently now", known: { createdAt: longAgo } },
  { what: "came without a time before", known: { name: "before", createdAt: undefined } },
  { what: "came with a time that nobody understands", known: { name: "before", createdAt: "long ago" } },
])("goes on with a host that $what", ({ known }) =>
  withHost(async ({ resource, program }) => {
    remember(resource, known);
    await resource.up({ ...program, json: { a: 2 } });
    await resource.refresh();
    expect(resource.outputs).toMatchObject({ name: "web1", json: { a: 2 } });
  }),
);

it.each(eachResource)(
  "a rename of a $what is told once, also by an update that reads twice",
  ({ withResource }) =>
    withResource({ json }, async (bench) => {
      const resource = bench.resource();
      await resource.up({ ...bench.identity, json });
      bench.change({ name: "renamed" });
      await resource.up({ ...bench.identity, json: { ...json, b: 1 } });
      expect(bench.told.warn).toHaveLength(1);
    }),
);
