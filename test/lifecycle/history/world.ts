import type { LifecycleContext } from "../../../provider/resource/context";

import { groupConfigLifecycle, hostLifecycle } from "../../../provider/resource/lifecycle";
import type { Emulator, JsonObject, Readings } from "../../emulator";
import { ManagedResource } from "../managedResource";
import { withPlatform, type Platform } from "../platform";

export const resources = ["adopted", "created", "group"] as const;

/** What a program declares: a host that was there, one that it creates, and a group that both are members of. */
export type ResourceName = (typeof resources)[number];

/** What is declared for one resource. */
export interface Declared {
  json: JsonObject;
  ownership: "whole" | "declared";
}

/** What ran, for the figures. */
export interface Tally {
  runs: number;
  operations: number;
  requests: number;
  succeeded: number;
  failed: number;
}

/** A service, a program and its state, in the middle of their history. */
export interface World extends Platform {
  managed: Record<ResourceName, ManagedResource>;
  program: Record<ResourceName, Declared>;
  /**
   * Whether the state may be behind the service: something happened that only a refresh or an update with a change can
   * find.
   */
  behind: Record<ResourceName, boolean>;
  tally: Tally;
  /** When an update last changed what the service holds, on the clock, by the path of the save. */
  savedAt: ReadonlyMap<string, number>;
  groupId: number;
  clientId: number;
  /** A host that nobody manages, and that is deployed for the group. */
  memberId: number;
}

export const createdName = "created by the program";

/** Runs a history in a world of its own, in which the program was brought up once. */
export async function withWorld(
  readings: Readings,
  tally: Tally,
  history: (world: World) => Promise<void>,
): Promise<void> {
  await withPlatform({ readings, deploySeconds: 5 }, async (platform) => {
    const { emulator, context } = platform;
    const clientId = emulator.addClient();
    emulator.addHost({ clientId, name: "adopted", json: { before: true } });
    const memberId = emulator.addHost({ clientId, name: "member" });
    const groupId = emulator.addGroup({ clientId, name: "production", json: { before: true } });
    const declared = (): Declared => ({ json: { a: 1 }, ownership: "whole" });
    const world: World = {
      ...platform,
      managed: {
        adopted: new ManagedResource(hostLifecycle, context),
        created: new ManagedResource(hostLifecycle, context),
        group: new ManagedResource(groupConfigLifecycle, context),
      },
      program: { adopted: declared(), created: declared(), group: declared() },
      behind: { adopted: false, created: false, group: false },
      ...{ tally, groupId, clientId, memberId, savedAt: watchSaves(emulator) },
    };
    tally.runs += 1;
    for (const name of resources) await up(world, name);
    await history(world);
    tally.requests += emulator.requests.length;
  });
}

/** Notes every save that was carried out and changed something, also where its answer was lost. */
function watchSaves(emulator: Emulator): ReadonlyMap<string, number> {
  const savedAt = new Map<string, number>();
  const held = (path: string) => {
    const [, kind, id] = /(hosts|groups)\/(\d+)$/.exec(path) ?? [];
    if (id === undefined) return "";
    return JSON.stringify(
      (kind === "hosts" ? emulator.host(Number(id)) : emulator.group(Number(id))).savedJson,
    );
  };
  const before = new Map<number, string>();
  emulator.onRequest({ method: "POST" }, ({ number, path }) => before.set(number, held(path)));
  emulator.onRequest({ method: "POST", moment: "ended" }, ({ number, path, clockAt }) => {
    if (before.get(number) !== held(path)) savedAt.set(path, clockAt);
  });
  return savedAt;
}

/** Id of the adopted host: the first one. */
export const adoptedId = 1;

/** The id of a managed host; `undefined` before it was created. */
export function hostIdOf({ emulator }: World, name: Exclude<ResourceName, "group">): number | undefined {
  if (name === "adopted") return adoptedId;
  return emulator.hostIds().find((id) => emulator.host(id).name === createdName);
}

/** The configuration that the service holds for a resource; `undefined` before it was created. */
export function heldBy(world: World, name: ResourceName): JsonObject | undefined {
  if (name === "group") return world.emulator.group(world.groupId).savedJson;
  const hostId = hostIdOf(world, name);
  return hostId === undefined ? undefined : world.emulator.host(hostId).savedJson;
}

/** `pulumi up` of one resource. */
export async function up(
  world: World,
  name: ResourceName,
  during: Partial<LifecycleContext> = {},
): Promise<void> {
  const { json, ownership } = world.program[name];
  await world.managed[name].up({ ...identity(world, name), json, ownership }, during);
}

/** What a preview of one resource shows. */
export function preview(world: World, name: ResourceName): string[] {
  const { json, ownership } = world.program[name];
  return world.managed[name].preview({ ...identity(world, name), json, ownership });
}

function identity({ clientId, groupId, memberId }: World, name: ResourceName) {
  switch (name) {
    case "adopted":
      return { hostId: adoptedId };
    case "created":
      return { name: createdName, clientId, ifExists: "adopt", deploy: { onCreate: true } };
    case "group":
      return { groupId, deployHosts: [adoptedId, memberId] };
  }
}

/** `pulumi refresh` of one resource, where it is in the state. */
export async function refresh(world: World, name: ResourceName): Promise<void> {
  const resource = world.managed[name];
  if (resource.state !== undefined) await resource.refresh();
  world.behind[name] = false;
}
