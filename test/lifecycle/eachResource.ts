import type { EmulatorOptions, JsonObject } from "../emulator";
import type { Properties } from "../../provider/config/values";
import { groupConfigLifecycle, hostLifecycle } from "../../provider/resource/lifecycle";
import { ManagedResource } from "./managedResource";
import { withPlatform, type Platform } from "./platform";

/** A host or a group that somebody else has made, and what a test does to it outside Pulumi. */
export interface ResourceBench extends Platform {
  /** `Host 1 (web1)` */
  label: string;
  id: string;
  /** The input that names the record. */
  identity: Properties;
  held: () => JsonObject;
  edit: (change: (json: JsonObject) => JsonObject) => void;
  change: (identity: { name?: string; clientId?: number }) => void;
  /** One more resource of the program on the same record; its first operation is the first of its life. */
  resource: () => ManagedResource;
}

type WithResource = (
  options: EmulatorOptions & { json?: JsonObject },
  test: (bench: ResourceBench) => Promise<void>,
) => Promise<void>;

const withHost: WithResource = ({ json = {}, ...options }, test) =>
  withPlatform(options, async (platform) => {
    const { emulator, context } = platform;
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json });
    await test({
      ...platform,
      label: `Host ${hostId} (web1)`,
      id: String(hostId),
      identity: { hostId },
      held: () => emulator.host(hostId).savedJson,
      edit: (change) => {
        emulator.editHost(hostId, change);
      },
      change: (identity) => {
        emulator.changeHost(hostId, identity);
      },
      resource: () => new ManagedResource(hostLifecycle, context),
    });
  });

const withGroup: WithResource = ({ json = {}, ...options }, test) =>
  withPlatform(options, async (platform) => {
    const { emulator, context } = platform;
    const groupId = emulator.addGroup({ clientId: emulator.addClient(), name: "web1", json });
    await test({
      ...platform,
      label: `Group ${groupId} (web1)`,
      id: String(groupId),
      identity: { groupId },
      held: () => emulator.group(groupId).savedJson,
      edit: (change) => {
        emulator.editGroup(groupId, change);
      },
      change: (identity) => {
        emulator.changeGroup(groupId, identity);
      },
      resource: () => new ManagedResource(groupConfigLifecycle, context),
    });
  });

/** For `describe.each`: what holds for hosts and groups alike. */
export const eachResource = [
  { what: "host", withResource: withHost },
  { what: "group", withResource: withGroup },
] as const;
