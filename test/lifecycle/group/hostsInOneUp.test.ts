import { hostLifecycle } from "../../../provider/resource/lifecycle";
import { presets, type PresetName } from "../../emulator";
import { ManagedResource } from "../managedResource";
import { withManagedGroup, type GroupBench } from "./groupBench";
import { everyReading } from "../../full";

interface Both extends GroupBench {
  /** The first of the group's hosts, as a resource of the same program. */
  host: ManagedResource;
  hostId: number;
  /** `pulumi up` of a program that declares both, without a reference from one to the other. */
  upBoth: (version: number) => Promise<void>;
}

function withBoth(preset: PresetName, test: (both: Both) => Promise<void>): Promise<void> {
  const deployHosts = ({ hostIds }: GroupBench) => ({ json: { version: 0 }, deployHosts: hostIds });
  return withManagedGroup(
    { readings: presets[preset], deploySeconds: 20 },
    deployHosts,
    async (bench, program) => {
      const [hostId] = bench.hostIds;
      const host = new ManagedResource(hostLifecycle, bench.context);
      await host.up({ hostId, json: { version: 0 } });
      const upBoth = async (version: number) => {
        const json = { version };
        await Promise.all([bench.group.up({ ...program, json }), host.up({ hostId, json })]);
      };
      await test({ ...bench, host, hostId, upBoth });
    },
  );
}

describe.each(everyReading)("a group and its host in one up, as %s reads", (preset) => {
  it("wait for each other's deployments, and the last one comes after both saves", () =>
    withBoth(preset, async ({ emulator, hostId, groupId, upBoth }) => {
      for (let version = 1; version <= 5; version += 1) {
        emulator.clearRequests();
        const before = emulator.host(hostId).deployments.length;
        await upBoth(version);
        const { deployments, deployedJson } = emulator.host(hostId);
        const saves = emulator.requests.filter(
          ({ method, path }) => method === "POST" && !path.endsWith("/deploy"),
        );
        expect(saves).toHaveLength(2);
        expect(deployments.slice(before).map(({ status }) => status)).toEqual(["published", "published"]);
        const lastSave = Math.max(...saves.map(({ clockAt }) => clockAt));
        expect(deployments.at(-1)?.startedAt).toBeGreaterThanOrEqual(lastSave);
        expect(deployedJson).toMatchObject({ version });
        expect(emulator.group(groupId).savedJson).toMatchObject({ version });
      }
    }));

  it("have nothing to do afterwards", () =>
    withBoth(preset, async ({ group, host, upBoth, requests }) => {
      await upBoth(1);
      await Promise.all([group.refresh(), host.refresh()]);
      requests();
      await upBoth(1);
      expect(requests()).toEqual([]);
    }));

  it("of which one's deployment fails: the other succeeds, and the next up makes it good", () =>
    withBoth(preset, async ({ emulator, hostId, upBoth }) => {
      emulator.scriptDeployment(hostId, { end: "error" });
      await expect(upBoth(1)).rejects.toThrow('ended in "error"');
      await upBoth(1);
      expect(emulator.host(hostId)).toMatchObject({ status: "published", deployedJson: { version: 1 } });
    }));
});
