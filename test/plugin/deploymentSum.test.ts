import { startPlugin, type Plugin } from "./pluginHarness";
import { createRequest } from "./requests";
import { secret } from "./wireText";

let plugin: Plugin;
beforeEach(async () => {
  plugin = await startPlugin();
});
afterEach(() => plugin.close());

it("tells the sum of many deployments on the line of the stack, without a name that is secret to another resource", async () => {
  const { emulator, engine } = plugin;
  const clientId = emulator.addClient();
  for (let count = 0; count < 5; count += 1) emulator.addHost({ clientId, name: `web${count}`, json: {} });
  const hidden = emulator.addHost({ clientId, name: "hidden-name", json: {} });
  emulator.scriptDeployment(hidden, { seconds: 1, end: "error" });
  const json = { a: 1 };
  const failing = plugin.failure(
    "create",
    createRequest({ name: secret("hidden-name"), clientId, ifExists: "adopt", json }),
  );
  const others = [1, 2, 3, 4, 5].map((hostId) => plugin.call("create", createRequest({ hostId, json })));
  await Promise.all([failing, ...others]);
  const sums = engine.said.filter(({ text }) => text.startsWith("6 deployments: "));
  expect(sums).toMatchObject([
    { urn: "", text: expect.stringContaining("5 published, 1 failed (Host 6 ([secret]))") as string },
  ]);
  expect(engine.said.map(({ text }) => text).join("\n")).not.toContain("hidden-name");
});
