import type { EmulatorOptions, JsonObject, NewHost } from "../../emulator";
import type { Properties } from "../../../provider/config/values";
import { hostLifecycle } from "../../../provider/resource/lifecycle";
import { ManagedResource } from "../managedResource";
import { withPlatform, type Platform } from "../platform";

/** A platform with one client, and a resource that is not managed yet. */
export interface HostBench extends Platform {
  host: ManagedResource;
  clientId: number;
  /** Adds a host that somebody else has made, and returns its id. */
  existing: (json: JsonObject, more?: Partial<NewHost>) => number;
}

export async function withHost(
  options: EmulatorOptions,
  test: (bench: HostBench) => Promise<void>,
): Promise<void> {
  await withPlatform(options, async (platform) => {
    const { emulator, context } = platform;
    const clientId = emulator.addClient();
    // A token that sees one client only cannot tell a host that is gone from one that it may not see.
    emulator.addClient();
    await test({
      ...platform,
      host: new ManagedResource(hostLifecycle, context),
      clientId,
      existing: (json, more = {}) => emulator.addHost({ clientId, name: "web1", json, ...more }),
    });
  });
}

/** A program that declares a host by its id. */
export type HostProgram = Properties & { hostId: number };

/**
 * Runs a test with a host that held `{ before: true }` and was adopted, saved and deployed with a program; its requests
 * are behind it.
 */
export async function withManagedHost(
  options: EmulatorOptions,
  inputs: Properties,
  test: (bench: HostBench, program: HostProgram) => Promise<void>,
): Promise<void> {
  await withHost(options, async (bench) => {
    const program = { hostId: bench.existing({ before: true }), ...inputs };
    await bench.host.up(program);
    bench.requests();
    await test(bench, program);
  });
}
