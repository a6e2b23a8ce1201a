import type { EmulatorOptions } from "../../emulator";
import type { Properties } from "../../../provider/config/values";
import { groupConfigLifecycle } from "../../../provider/resource/lifecycle";
import { ManagedResource } from "../managedResource";
import { withPlatform, type Platform } from "../platform";

/** A platform with a group that holds `{ before: true }` and three hosts, and a resource that is not managed yet. */
export interface GroupBench extends Platform {
  group: ManagedResource;
  groupId: number;
  hostIds: [number, number, number];
  clientId: number;
}

export async function withGroup(
  options: EmulatorOptions,
  test: (bench: GroupBench) => Promise<void>,
): Promise<void> {
  await withPlatform(options, async (platform) => {
    const { emulator, context } = platform;
    const clientId = emulator.addClient();
    // A token that sees one client only cannot tell a group that is gone from one that it may not see.
    emulator.addClient();
    const addHost = (name: string) => emulator.addHost({ clientId, name });
    await test({
      ...platform,
      group: new ManagedResource(groupConfigLifecycle, context),
      groupId: emulator.addGroup({ clientId, name: "production", json: { before: true } }),
      clientId,
      hostIds: [addHost("web1"), addHost("web2"), addHost("web3")],
    });
  });
}

/** A program that declares a group. */
export type GroupProgram = Properties & { groupId: number };

/** Runs a test with a group that was taken over with a program; its requests are behind it. */
export async function withManagedGroup(
  options: EmulatorOptions,
  inputs: Properties | ((bench: GroupBench) => Properties),
  test: (bench: GroupBench, program: GroupProgram) => Promise<void>,
): Promise<void> {
  await withGroup(options, async (bench) => {
    const own = typeof inputs === "function" ? inputs(bench) : inputs;
    const program = { groupId: bench.groupId, ...own };
    await bench.group.up(program);
    bench.requests();
    await test(bench, program);
  });
}
