import type { Properties } from "../../provider/config/values";
import type { Platform } from "../lifecycle/platform";
import type { Scene } from "./operation";

/** Everything that has to be the same in the end, whatever went wrong on the way. */
export interface Snapshot {
  hosts: object[];
  groups: object[];
  resources: object[];
  result: unknown;
  /** Deployments that ran, by host id; only they may differ, and upwards only where nobody could know better. */
  deployments: Record<number, number>;
}

export function snapshotOf({ emulator }: Platform, scene: Scene): Snapshot {
  const hosts = emulator.hostIds().map((id) => emulator.host(id));
  return {
    hosts: hosts.map((host) => ({ ...host, deployments: undefined })),
    groups: emulator.groupIds().map((id) => emulator.group(id)),
    resources: scene.resources.map(({ resource: { state } }) =>
      state === undefined ? {} : { ...state, outputs: withoutChance(state.outputs) },
    ),
    result: scene.result,
    deployments: Object.fromEntries(hosts.map(({ id, deployments }) => [id, deployments.length])),
  };
}

/** Without what differs between two runs that are equally good: times, random texts, and when a deployment was seen. */
function withoutChance(outputs: Properties): object {
  const chance = ["fingerprint", "createdAt", "updatedAt", "deployment", "deployments", "__state"];
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !chance.includes(name)));
}
