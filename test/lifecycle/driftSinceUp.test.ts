import type { JsonObject, JsonValue } from "../emulator";
import { isObject, type Properties } from "../../provider/config/values";
import type { Emulator } from "../emulator";
import { withManagedGroup } from "./group/groupBench";
import { withManagedHost } from "./host/hostBench";
import type { ManagedResource } from "./managedResource";
import { errorOf } from "./platform";

interface Scene {
  resource: ManagedResource;
  program: Properties;
  emulator: Emulator;
  edit: (change: (json: JsonObject) => JsonObject) => void;
  /** Where the service saves its record. */
  path: string;
}

/** Both resources; none is deployed with an update, so that nothing but the drift itself asks for one. */
const kinds = [
  {
    kind: "Host",
    withManaged: (inputs: Properties, test: (scene: Scene) => Promise<void>) =>
      withManagedHost({}, { ...inputs, deploy: { onUpdate: false } }, ({ host, emulator }, program) =>
        test({
          resource: host,
          program,
          emulator,
          edit: (change) => {
            emulator.editHost(program.hostId, change);
          },
          path: "/api/v1/hosts/{id}",
        }),
      ),
  },
  {
    kind: "GroupConfig",
    withManaged: (inputs: Properties, test: (scene: Scene) => Promise<void>) =>
      withManagedGroup({}, inputs, ({ group, emulator }, program) =>
        test({
          resource: group,
          program,
          emulator,
          edit: (change) => {
            emulator.editGroup(program.groupId, change);
          },
          path: "/api/v1/groups/{id}",
        }),
      ),
  },
];

const json = { php: { version: "8.3" }, cache: true };
const downgraded = (held: JsonObject): JsonObject => ({ ...held, php: { version: "7.4" } });
const version = 'json.php.version "8.3" "7.4"';

/** What the state remembers of the time before the drift. */
function remembered({ outputs }: ManagedResource): JsonValue | undefined {
  const memory = outputs.__state;
  return isObject(memory) ? (memory.beforeDrift as JsonValue | undefined) : undefined;
}

describe.each(kinds)("drift of a $kind since the last up", ({ withManaged }) => {
  it("is found again after refreshes, with what the program declared", () =>
    withManaged({ json }, async ({ resource, edit }) => {
      expect(remembered(resource)).toBeUndefined();
      edit(downgraded);
      expect(await resource.drift()).toEqual([version]);
      for (const cache of [false, null]) {
        await resource.refresh();
        expect(await resource.drift()).toEqual(
          cache === false ? [version] : [version, "json.cache true false"],
        );
        edit((held) => ({ ...held, cache: false }));
      }
      await resource.refresh();
      expect(await resource.drift()).toEqual([version, "json.cache true false"]);
      expect(remembered(resource)).toMatchObject({ declared: json });
    }));

  it("is gone once it is undone, whether by hand or by an update", () =>
    withManaged({ json }, async ({ resource, program, edit }) => {
      const before = resource.outputs.__state;
      edit(downgraded);
      await resource.refresh();
      edit((held) => ({ ...held, php: { version: "8.3" } }));
      expect(await resource.drift()).toEqual([]);
      await resource.refresh();
      expect(remembered(resource)).toBeUndefined();
      expect(Object.keys(resource.outputs.__state as Properties).sort()).toEqual(
        Object.keys(before as Properties).sort(),
      );

      edit(downgraded);
      await resource.refresh();
      await resource.up(program);
      expect(remembered(resource)).toBeUndefined();
      expect(await resource.drift()).toEqual([]);
    }));

  it("is none any more once the program declares what was found, which saves nothing", () =>
    withManaged({ json }, async ({ resource, program, emulator, edit }) => {
      edit(downgraded);
      await resource.refresh();
      emulator.clearRequests();
      const accepted = { ...program, json: { php: { version: "7.4" }, cache: true } };
      expect(resource.preview(accepted)).not.toContain("update json.php.version");
      await resource.up(accepted);
      expect(emulator.writes()).toEqual([]);
      expect(await resource.drift()).toEqual([]);
      expect(resource.diff(accepted).changes).toBe(false);
    }));

  it("leaves out what others keep beside a declaration, and finds a key that went and came back changed", () =>
    withManaged({ json: { cache: true }, ownership: "declared" }, async ({ resource, edit }) => {
      edit((held) => ({ ...held, theirs: 1 }));
      expect(await resource.drift()).toEqual([]);
      edit(() => ({ theirs: 1 }));
      await resource.refresh();
      expect(await resource.drift()).toEqual(["json.cache true "]);
      edit((held) => ({ ...held, cache: false }));
      await resource.refresh();
      expect(await resource.drift()).toEqual(["json.cache true false"]);
    }));

  it("counts from an import, too", () =>
    withManaged({ json }, async ({ resource, edit }) => {
      await resource.import(resource.current.id);
      edit(downgraded);
      await resource.refresh();
      expect(await resource.drift()).toEqual([version]);
    }));

  it.each([true, false])("is not a save of ours whose answer was lost (carried out: %s)", (carriedOut) =>
    withManaged({ json }, async ({ resource, program, emulator, edit, path }) => {
      const faults = [
        emulator.faults.add({
          match: { method: "POST", path },
          at: "every",
          fault: { kind: carriedOut ? "resetAfter" : "resetBefore" },
        }),
        emulator.faults.add({
          match: { method: "GET", path },
          at: "second",
          times: 99,
          fault: { kind: "status", status: 500 },
        }),
      ];
      await errorOf(resource.up({ ...program, json: { ...json, cache: false, added: { deep: 1 } } }));
      for (const fault of faults) fault.remove();
      expect(await resource.drift()).toEqual([]);
      await resource.refresh();
      expect(await resource.drift()).toEqual([]);
      edit(downgraded);
      expect(await resource.drift()).toEqual([version]);
      await resource.refresh();
      expect(await resource.drift()).toEqual([version]);
    }),
  );

  it.each([true, false])(
    "is not hidden by a lost save that a refresh and the program have settled (carried out: %s)",
    (carriedOut) =>
      withManaged({ json }, async ({ resource, program, emulator, edit, path }) => {
        const lost = emulator.faults.add({
          match: { method: "POST", path },
          at: "every",
          fault: { kind: carriedOut ? "resetAfter" : "resetBefore" },
        });
        const unread = emulator.faults.add({
          match: { method: "GET", path },
          at: "second",
          times: 99,
          fault: { kind: "status", status: 500 },
        });
        const next = { ...program, json: { ...json, cache: false } };
        await errorOf(resource.up(next));
        for (const fault of [lost, unread]) fault.remove();
        await resource.refresh();
        // A refresh that succeeds takes away the engine's mark of the failed update.
        resource.state = { ...resource.current, incomplete: false };
        emulator.clearRequests();
        const settled = carriedOut ? next : program;
        await resource.up(settled);
        expect(emulator.requests).toEqual([]);
        expect(resource.diff(settled).changes).toBe(false);
        edit((held) => ({ ...held, cache: carriedOut }));
        const found = [carriedOut ? "json.cache false true" : "json.cache true false"];
        expect(await resource.drift()).toEqual(found);
        await resource.refresh();
        expect(await resource.drift()).toEqual(found);
      }),
  );
});
