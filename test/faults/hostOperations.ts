import type { Properties } from "../../provider/config/values";
import { hostLifecycle } from "../../provider/resource/lifecycle";
import { ManagedResource } from "../lifecycle/managedResource";
import type { Platform } from "../lifecycle/platform";
import type { Operation } from "./operation";
import { resourceScene, type Step } from "./resourceScene";

const before = { php: { version: "8.1" }, theirs: { keep: true } };
const json = { php: { version: "8.3" }, cache: true };
const newer = { php: { version: "8.4" }, cache: false };
const starting = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };

interface HostOperation {
  name: string;
  /** The program of the operation, given the id of a host that is there. */
  program: (hostId: number) => Properties;
  /** A program that was applied before; left out where the resource is new. */
  earlier?: (hostId: number) => Properties;
  /** What else happened before. */
  meanwhile?: (platform: Platform, host: ManagedResource, hostId: number) => void | Promise<void>;
  /** What the program does; default `up`. */
  step?: Step;
  /** What the host holds in the end; `deployed` where that is something else. */
  reaches: { id: number; saved: object; deployed?: object | null };
  /** Deployments that it takes. */
  deployments: number;
}

function hostOperation(operation: HostOperation): Operation {
  const { name, program, earlier, meanwhile, step = "up", reaches, deployments } = operation;
  return {
    name,
    destroys: step === "destroy",
    prepare: async (platform) => {
      const { emulator, context } = platform;
      const clientId = emulator.addClient();
      emulator.addHost({ clientId, name: "web0", json: { other: true } });
      const hostId = emulator.addHost({ clientId, name: "web1", json: before });
      emulator.addHost({ clientId, name: "web11", json: { other: true } });
      const host = new ManagedResource(hostLifecycle, context);
      if (earlier !== undefined) await host.up(earlier(hostId));
      await meanwhile?.(platform, host, hostId);
      return resourceScene(host, program(hostId), step, String(hostId));
    },
    expect: ({ emulator }, { resources }, ran) => {
      const { savedJson, deployedJson } = emulator.host(reaches.id);
      expect(savedJson).toEqual(reaches.saved);
      expect(deployedJson).toEqual(reaches.deployed === undefined ? reaches.saved : reaches.deployed);
      expect(ran).toBe(deployments);
      expect(resources[0]?.resource.state === undefined).toBe(step === "destroy");
    },
  };
}

/** Runs an update that is interrupted right after its deployment was started. */
async function interruptedUp(
  { emulator }: Platform,
  host: ManagedResource,
  program: Properties,
): Promise<void> {
  const stop = new AbortController();
  const end = emulator.onRequest({ ...starting, moment: "ended" }, () => {
    stop.abort(new Error("stop"));
  });
  await host.up(program, { signal: stop.signal }).catch(() => undefined);
  end();
}

const restores = { onDestroy: "restore" };
const created = { name: "web9", clientId: 1, json, jsonAdmin: { key: "admin" } };
const declared = { ownership: "declared", json };

/** Everything that can be done with a host. */
export const hostOperations: readonly Operation[] = [
  hostOperation({
    name: "create and deploy a host",
    program: () => ({ ...created, yaml: "a: 1", deploy: { onCreate: true } }),
    reaches: { id: 4, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "create a host",
    program: () => created,
    reaches: { id: 4, saved: json, deployed: null },
    deployments: 0,
  }),
  hostOperation({
    name: "create a host with ifExists adopt, none there",
    program: () => ({ ...created, ifExists: "adopt" }),
    reaches: { id: 4, saved: json, deployed: null },
    deployments: 0,
  }),
  hostOperation({
    name: "create a host with ifExists adopt, one there",
    program: () => ({ name: "web1", clientId: 1, ifExists: "adopt", json, ...restores }),
    reaches: { id: 2, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "adopt a host by hostId",
    program: (hostId) => ({ hostId, json, jsonAdmin: { key: "admin" }, ...restores }),
    reaches: { id: 2, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "adopt the declared keys of a host",
    program: (hostId) => ({ hostId, ...declared, ...restores }),
    reaches: { id: 2, saved: { ...before, ...json } },
    deployments: 1,
  }),
  hostOperation({
    name: "adopt a host without a deployment",
    program: (hostId) => ({ hostId, json, ...restores, deploy: { onCreate: false } }),
    reaches: { id: 2, saved: json, deployed: null },
    deployments: 0,
  }),
  hostOperation({
    name: "adopt a host that is deployed already",
    program: (hostId) => ({ hostId, json, ...restores, deploy: { type: "fullDeploy" } }),
    meanwhile: ({ emulator, clock }, _host, hostId) => {
      emulator.startDeployment(hostId);
      clock.advance(60_000);
    },
    reaches: { id: 2, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "update a host",
    earlier: (hostId) => ({ hostId, json, jsonAdmin: { key: "admin" }, ...restores }),
    program: (hostId) => ({ hostId, json: newer, jsonAdmin: { key: "newer" }, ...restores }),
    reaches: { id: 2, saved: newer },
    deployments: 1,
  }),
  hostOperation({
    name: "update the declared keys of a host, with a new object",
    earlier: (hostId) => ({ hostId, ...declared, ...restores }),
    program: (hostId) => ({ hostId, ...declared, json: { ...newer, mail: { relay: "mx" } }, ...restores }),
    reaches: { id: 2, saved: { ...before, ...newer, mail: { relay: "mx" } } },
    deployments: 1,
  }),
  hostOperation({
    name: "update the admin-level configuration alone",
    earlier: (hostId) => ({ hostId, json, jsonAdmin: { key: "admin" } }),
    program: (hostId) => ({ hostId, json, jsonAdmin: { key: "newer" } }),
    reaches: { id: 2, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "update a host for a trigger",
    earlier: (hostId) => ({ hostId, json, deploy: { triggers: [1] } }),
    program: (hostId) => ({ hostId, json, deploy: { triggers: [2] } }),
    reaches: { id: 2, saved: json },
    deployments: 1,
  }),
  hostOperation({
    name: "update a host without waiting",
    earlier: (hostId) => ({ hostId, json }),
    program: (hostId) => ({ hostId, json: newer, deploy: { wait: false } }),
    reaches: { id: 2, saved: newer, deployed: json },
    deployments: 1,
  }),
  hostOperation({
    name: "update a host that somebody else deploys",
    earlier: (hostId) => ({ hostId, json }),
    meanwhile: ({ emulator }, _host, hostId) => {
      emulator.scriptDeployment(hostId, { seconds: 10 });
      emulator.startDeployment(hostId);
    },
    program: (hostId) => ({ hostId, json: newer }),
    reaches: { id: 2, saved: newer },
    deployments: 1,
  }),
  hostOperation({
    name: "update a host after resetting a stuck deployment",
    earlier: (hostId) => ({ hostId, json }),
    meanwhile: ({ emulator }, _host, hostId) => {
      emulator.startDeployment(hostId);
      emulator.stallDeployment(hostId);
    },
    program: (hostId) => ({ hostId, json: newer, deploy: { whenBusy: "reset", pollInterval: 60 } }),
    reaches: { id: 2, saved: newer },
    deployments: 1,
  }),
  hostOperation({
    name: "carry on after an interrupted update",
    earlier: (hostId) => ({ hostId, json }),
    meanwhile: async (platform, host, hostId) => {
      platform.emulator.scriptDeployment(hostId, { seconds: 20 });
      await interruptedUp(platform, host, { hostId, json: newer });
    },
    program: (hostId) => ({ hostId, json: newer }),
    reaches: { id: 2, saved: newer },
    deployments: 0,
  }),
  hostOperation({
    name: "carry on after a failed deployment",
    earlier: (hostId) => ({ hostId, json }),
    meanwhile: async ({ emulator }, host, hostId) => {
      emulator.scriptDeployment(hostId, { end: "error" });
      await host.up({ hostId, json: newer }).catch(() => undefined);
    },
    program: (hostId) => ({ hostId, json: newer }),
    reaches: { id: 2, saved: newer },
    deployments: 1,
  }),
  hostOperation({
    name: "replace a host by a new one",
    earlier: () => ({ name: "web7", clientId: 1, json }),
    program: () => ({ name: "web8", clientId: 1, json: newer, deploy: { onCreate: true } }),
    reaches: { id: 5, saved: newer },
    deployments: 1,
  }),
  hostOperation({
    name: "read a host",
    earlier: (hostId) => ({ hostId, json, ...restores }),
    program: (hostId) => ({ hostId, json, ...restores }),
    meanwhile: ({ emulator }, _host, hostId) => {
      emulator.editHost(hostId, (held) => ({ ...held, cache: "by hand" }));
    },
    step: "refresh",
    reaches: { id: 2, saved: { ...json, cache: "by hand" }, deployed: json },
    deployments: 0,
  }),
  hostOperation({
    name: "read a host whose deployment runs",
    earlier: (hostId) => ({ hostId, json, ...restores }),
    meanwhile: async (platform, host, hostId) => {
      platform.emulator.scriptDeployment(hostId, { seconds: 20 });
      await interruptedUp(platform, host, { hostId, json: newer, ...restores });
    },
    program: (hostId) => ({ hostId, json: newer, ...restores }),
    step: "refresh",
    reaches: { id: 2, saved: newer, deployed: json },
    deployments: 0,
  }),
  hostOperation({
    name: "import a host",
    program: (hostId) => ({ hostId, json: before }),
    step: "import",
    reaches: { id: 2, saved: before, deployed: null },
    deployments: 0,
  }),
  hostOperation({
    name: "delete a host",
    earlier: (hostId) => ({ hostId, json }),
    program: (hostId) => ({ hostId, json }),
    step: "destroy",
    reaches: { id: 2, saved: json },
    deployments: 0,
  }),
  hostOperation({
    name: "delete a host with restore",
    earlier: (hostId) => ({ hostId, json, ...restores }),
    program: (hostId) => ({ hostId, json, ...restores }),
    step: "destroy",
    reaches: { id: 2, saved: before },
    deployments: 1,
  }),
  hostOperation({
    name: "delete the declared keys of a host with restore",
    earlier: (hostId) => ({ hostId, ...declared, ...restores }),
    program: (hostId) => ({ hostId, ...declared, ...restores }),
    step: "destroy",
    reaches: { id: 2, saved: before },
    deployments: 1,
  }),
  {
    name: "read a host that is gone",
    prepare: async (platform) => {
      const { emulator, context } = platform;
      emulator.addHost({ clientId: emulator.addClient(), name: "web0" });
      // A token that sees one client only cannot tell a host that is gone from one that it may not see.
      emulator.addClient();
      const host = new ManagedResource(hostLifecycle, context);
      const program = { hostId: emulator.addHost({ clientId: 1, name: "web1", json: before }), json };
      await host.up(program);
      emulator.removeHost(program.hostId);
      const refresh = () => host.refresh();
      return {
        run: refresh,
        goOn: async () => {
          if (host.state !== undefined) await refresh();
        },
        resources: [{ resource: host, program }],
      };
    },
    expect: (_platform, { resources }) => {
      expect(resources[0]?.resource.state).toBeUndefined();
    },
  },
];
