import type { Declaration } from "./declaration";
import { eitherDoor, openScene, type Scene } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

describe.each(eitherDoor("commonjs"))("many deployments in one up, behind $name", (door) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(door);
    const { emulator } = scene;
    const clientId = emulator.addClient();
    const declaration: Declaration = {};
    for (let index = 1; index <= 8; index += 1) {
      const hostId = emulator.addHost({ clientId, name: `web${index}`, json: {} });
      const inputs = { hostId, json: { cache: true }, deploy: { pollInterval: 1 } };
      declaration[`web${index}`] = { type: "Host", inputs };
    }
    emulator.scriptDeployment(3, { end: "error", output: [] });
    await scene.declare(declaration);
  });

  afterAll(() => scene.close());

  const step = steps("step by step");

  step("end with a sum that names the failed ones", async () => {
    const { ok, output } = await scene.up();
    expect(ok).toBe(false);
    const told = output.slice(output.lastIndexOf("Diagnostics:"));
    expect(told).toMatch(/^ +8 deployments: 7 published, 1 failed \(Host 3\), \d+s$/m);
  });

  step("end without one where only a few were left to do", async () => {
    const { ok, output } = await scene.up();
    expect(ok).toBe(true);
    expect(output).not.toMatch(/\d deployments:/);
  });
});
