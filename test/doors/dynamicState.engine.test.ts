import { openScene } from "./door";
import { dynamicDoor } from "./dynamicDoor";

jest.setTimeout(120_000);

describe("the state of dynamic resources", () => {
  it("holds one line of provider, the same for every resource, and where the program made it", async () => {
    const scene = await openScene(dynamicDoor("commonjs"));
    try {
      const clientId = scene.emulator.addClient();
      const groupId = scene.emulator.addGroup({ clientId, name: "shared", json: {} });
      const hostId = scene.emulator.addHost({ clientId, name: "web", json: {} });
      await scene.declare({
        shared: { type: "GroupConfig", inputs: { groupId, json: { a: 1 } } },
        web: { type: "Host", inputs: { hostId, jsonAdmin: { b: 2 } } },
        made: { type: "Host", inputs: { name: "made", clientId } },
      });
      await scene.up();
      const resources = await scene.resources();
      const lines = resources.flatMap(({ inputs, outputs }) => [
        inputs?.["__provider"],
        outputs?.["__provider"],
      ]);
      expect(resources).toHaveLength(3);
      expect([...new Set(lines)]).toEqual([
        'exports.handler=()=>require("pulumi-hostconfig/dynamic").provider',
      ]);
      for (const { sourcePosition } of resources) expect(sourcePosition).toMatch(/\/program\.c?js#\d+,\d+$/);
    } finally {
      await scene.close();
    }
  });
});
