import type { Properties } from "../../provider/config/values";
import { groupConfigLifecycle } from "../../provider/resource/lifecycle";
import { ManagedResource } from "../lifecycle/managedResource";
import type { Platform } from "../lifecycle/platform";
import type { Operation } from "./operation";
import { resourceScene, type Step } from "./resourceScene";

const before = { backup: { keep: 7 }, theirs: true };
const json = { backup: { keep: 14 }, mail: "relay" };
const newer = { backup: { keep: 21 }, mail: "relay" };

interface GroupOperation {
  name: string;
  /** The program of the operation, given the ids of the hosts to deploy. */
  program: (deployHosts: number[]) => Properties;
  /** A program that was applied before; left out where the resource is new. */
  earlier?: (deployHosts: number[]) => Properties;
  /** What else happened before. */
  meanwhile?: (platform: Platform, groupId: number) => void;
  /** What the program does; default `up`. */
  step?: Step;
  /** What the group holds in the end. */
  saved: object;
  /** Deployments that it takes. */
  deployments: number;
}

function groupOperation(operation: GroupOperation): Operation {
  const { name, program, earlier, meanwhile, step = "up", saved, deployments } = operation;
  return {
    name,
    destroys: step === "destroy",
    prepare: async (platform) => {
      const { emulator, context } = platform;
      const clientId = emulator.addClient();
      emulator.addGroup({ clientId, name: "other", json: { other: true } });
      const groupId = emulator.addGroup({ clientId, name: "production", json: before });
      const hosts = ["web1", "web2"].map((host) => emulator.addHost({ clientId, name: host }));
      const group = new ManagedResource(groupConfigLifecycle, context);
      if (earlier !== undefined) await group.up({ groupId, ...earlier(hosts) });
      meanwhile?.(platform, groupId);
      return resourceScene(group, { groupId, ...program(hosts) }, step, String(groupId));
    },
    expect: ({ emulator }, { resources }, ran) => {
      expect(emulator.group(2).savedJson).toEqual(saved);
      expect(ran).toBe(deployments);
      expect(resources[0]?.resource.state === undefined).toBe(step === "destroy");
    },
  };
}

const managed = (deployHosts: number[]) => ({ json, deployHosts, onDestroy: "restore" });

/** Everything that can be done with a group. */
export const groupOperations: readonly Operation[] = [
  groupOperation({ name: "take a group over", program: managed, saved: json, deployments: 2 }),
  groupOperation({
    name: "take a group's declared keys over",
    program: (deployHosts) => ({ ...managed(deployHosts), ownership: "declared" }),
    saved: { ...before, ...json },
    deployments: 2,
  }),
  groupOperation({
    name: "update a group",
    earlier: managed,
    program: (deployHosts) => ({ ...managed(deployHosts), json: newer }),
    saved: newer,
    deployments: 2,
  }),
  groupOperation({
    name: "read a group",
    earlier: managed,
    program: managed,
    meanwhile: ({ emulator }, groupId) => {
      emulator.editGroup(groupId, (held) => ({ ...held, mail: "by hand" }));
    },
    step: "refresh",
    saved: { ...json, mail: "by hand" },
    deployments: 0,
  }),
  groupOperation({
    name: "import a group",
    program: () => ({ json: before }),
    step: "import",
    saved: before,
    deployments: 0,
  }),
  groupOperation({
    name: "delete a group with restore",
    earlier: managed,
    program: managed,
    step: "destroy",
    saved: before,
    deployments: 2,
  }),
];
