import { groupConfigLifecycle } from "../../../provider/resource/lifecycle";
import { ManagedRecords } from "../../../provider/resource/managedRecords";
import { ManagedResource } from "../managedResource";
import { withManagedGroup } from "./groupBench";

it("restores nothing of a group that another resource has taken over in the same run", () =>
  withManagedGroup(
    {},
    { json: { a: 1 }, onDestroy: "restore" },
    async ({ group, emulator, context, told }, program) => {
      const run = { managed: new ManagedRecords() };
      await new ManagedResource(groupConfigLifecycle, context).up({ ...program, json: { a: 2 } }, run);
      await group.destroy(run);
      expect(emulator.group(program.groupId).savedJson).toEqual({ a: 2 });
      expect(told.warn.at(-1)).toMatch(/^Group 1 \(production\): this program goes on managing it/);
    },
  ));
