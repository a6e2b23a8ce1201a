import { sameMeaning } from "../../../provider/config/compare";
import type { DeploymentView, JsonObject, JsonValue } from "../../emulator";
import { adoptedId, heldBy, hostIdOf, type Declared, type ResourceName, type World } from "./world";

/** Keys that only people put there. */
export const theirs = ["theirs", "also theirs"];

/**
 * What an update that succeeded has promised: the service holds what is declared, and every host that it deploys has
 * published it with a deployment that began after the last save.
 */
export function expectPromise(world: World, name: ResourceName, heldBefore: JsonObject | undefined): void {
  const held = heldBy(world, name) ?? {};
  const declared = world.program[name];
  const defaults = world.emulator.readings.defaultsAtSave ?? {};
  expect({ name, held, holds: holds(held, declared, defaults) }).toMatchObject({ holds: true });
  if (declared.ownership === "declared" && heldBefore !== undefined) {
    for (const key of theirs) expect({ key, value: held[key] }).toEqual({ key, value: heldBefore[key] });
  }
  const savePath =
    name === "group" ? `/api/v1/groups/${world.groupId}` : `/api/v1/hosts/${hostIdOf(world, name) ?? 0}`;
  const savedAt = world.savedAt.get(savePath) ?? -Infinity;
  for (const hostId of deployedFor(world, name)) {
    const view = world.emulator.host(hostId);
    const published = view.deployments.findLast(
      ({ kind, status }) => kind === "deploy" && status === "published",
    );
    expect({ name, hostId, published: ranSince(published, savedAt) }).toMatchObject({ published: true });
    if (name === "group") continue;
    const deployed = view.deployedJson ?? {};
    expect({ deployed, holds: holds(deployed, declared, defaults) }).toMatchObject({ holds: true });
    // With declared ownership, what others change by hand is theirs to deploy.
    if (declared.ownership === "whole") expect(deployed).toEqual(held);
  }
  expect(world.emulator.hostIds()).toHaveLength(hostIdOf(world, "created") === undefined ? 2 : 3);
}

function deployedFor(world: World, name: ResourceName): number[] {
  if (name === "group") return [adoptedId, world.memberId];
  return [hostIdOf(world, name) ?? 0];
}

function ranSince(deployment: DeploymentView | undefined, time: number): boolean {
  return deployment !== undefined && deployment.startedAt >= time;
}

/** Whether everything that is declared is there; with whole ownership, beside nothing but the service's defaults. */
function holds(held: JsonObject, { json, ownership }: Declared, defaults: JsonObject): boolean {
  const undeclared = Object.keys(held).filter((key) => !Object.hasOwn(json, key));
  const isThere = Object.entries(json).every(([key, declared]) => covers(held[key], declared));
  return isThere && (ownership === "declared" || undeclared.every((key) => Object.hasOwn(defaults, key)));
}

function covers(held: JsonValue | undefined, declared: JsonValue): boolean {
  if (typeof declared !== "object" || declared === null) return held === declared;
  // An empty list is an empty object, which the service may fill with defaults.
  if (Object.keys(declared).length === 0) return typeof held === "object" && held !== null;
  if (Array.isArray(declared)) return sameMeaning(held, declared);
  if (typeof held !== "object" || held === null || Array.isArray(held)) return false;
  return Object.entries(declared).every(([key, member]) => covers(held[key], member));
}
