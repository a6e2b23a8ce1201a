import fc from "fast-check";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Properties } from "../../provider/config/values";
import { HostConfigDynamicProvider } from "../../provider/dynamic/dynamicProvider";
import { toStruct } from "../../provider/plugin/structs";
import { programError } from "../../sdk/programError";
import type { Emulator } from "../emulator";
import "../fixedSeed";
import { partialFailure } from "../plugin/life";
import { hostUrn, startPlugin, type CallError, type Plugin } from "../plugin/pluginHarness";
import { checkRequest, createRequest, diffRequest, readRequest } from "../plugin/requests";
import { openCliBench } from "../cli/cliBench";
import { hostileText, unplain } from "./hostileJson";
import { cases } from "../full";

jest.setTimeout(240_000);

/** A name and a key cannot be empty. */
const text = hostileText.map((given) => `x${given}`);
const runs = { numRuns: cases(25) };

/** A host with the text in every place that the service fills, whose next deployment fails. */
function addHostile(emulator: Emulator, given: string): number {
  const clientId = emulator.addClient({ email: given });
  const hostId = emulator.addHost({
    clientId,
    name: given,
    json: { [given]: given, nested: { [given]: [given] } },
  });
  emulator.scriptDeployment(hostId, { seconds: 1, end: "error", output: [given, `${given}\n`] });
  return hostId;
}

let plugin: Plugin;
beforeAll(async () => {
  plugin = await startPlugin();
});
afterAll(() => plugin.close());

/** The codes of a command's own emphasis. */
const styles = new RegExp(`${String.fromCharCode(27)}\\[(?:1|2|22|3[1236]|39)m`, "g");

function expectSafe(messages: readonly string[]): void {
  for (const message of messages) {
    expect(Buffer.from(message).toString()).toBe(message);
    expect(unplain(message)).toEqual([]);
  }
}

test("whatever a service holds, no message of the plugin acts on who prints it", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const hostId = addHostile(plugin.emulator, given);
      const inputs = { hostId, json: { [given]: { other: 1 } }, deploy: { pollInterval: 1 } };
      const error = await plugin.failure("create", createRequest(inputs));
      const { outputs, reasons } = partialFailure(error);
      const read = await plugin.call("read", readRequest(String(hostId), { properties: outputs, inputs }));
      const diff = await plugin.call("diff", diffRequest(outputs, { ...inputs, json: { [given]: given } }));
      const check = await plugin.call(
        "check",
        checkRequest({ [given]: 1, hostId: given, json: given, name: given }),
      );
      const failures = check.getFailuresList().flatMap((one) => [one.getProperty(), one.getReason()]);
      const invoke = new InvokeRequest();
      invoke.setTok("hostconfig:index:getHost");
      invoke.setArgs(toStruct({ name: given, [given]: 1 }));
      const refused = await plugin.call("invoke", invoke);
      invoke.setArgs(toStruct({ name: `${given} is not there` }));
      const failed: CallError = await plugin.failure("invoke", invoke);
      expect(read.getId()).toBe(String(hostId));
      expect(failures).not.toEqual([]);
      expectSafe([
        ...[error.details, failed.details, ...reasons, ...failures],
        ...refused.getFailuresList().flatMap((one) => [one.getProperty(), one.getReason()]),
        ...diff
          .getDetaileddiffMap()
          .toArray()
          .map(([path]) => path.replaceAll("\n", "")),
        ...plugin.engine.said.splice(0).map((said) => said.text),
      ]);
    }),
    runs,
  );
});

test("whatever a service holds, no message of the dynamic provider acts on who prints it", async () => {
  const argument = process.argv[2];
  process.argv[2] = plugin.engine.address;
  const provider = new HostConfigDynamicProvider();
  const settings: Record<string, string> = {
    "hostconfig:baseUrl": plugin.emulator.url,
    "hostconfig:token": plugin.emulator.tokens.admin,
    "hostconfig:onConflict": "warn",
  };
  const get = (key: string) => settings[key];
  await provider.configure({ config: { get, require: (key) => get(key) ?? "" } });
  try {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const hostId = addHostile(plugin.emulator, given);
        plugin.emulator.startDeployment(hostId);
        plugin.emulator.finishDeployment(hostId, "error");
        const inputs = {
          __urn: hostUrn,
          hostId,
          json: { [given]: { other: 1 } },
          deploy: { onCreate: false, onUpdate: false },
        };
        const created: { outs?: Properties } = await provider.create(inputs);
        const outs = created.outs ?? {};
        await provider.read(String(hostId), outs);
        await provider.diff(String(hostId), outs, { ...inputs, json: { [given]: given } });
        const { failures = [] } = await provider.check({}, { [given]: 1, hostId: given, json: given });
        const error = await provider
          .create({ ...inputs, hostId: undefined, name: given, clientId: 9999 })
          .then(
            () => new Error("created"),
            (thrown: unknown) => (thrown instanceof Error ? thrown : new Error("no error")),
          );
        expect(failures).not.toEqual([]);
        expectSafe([
          ...failures.flatMap(({ property, reason }) => [property, reason]),
          ...[error.message, String(error), programError(given).message],
          ...plugin.engine.said.splice(0).map((said) => said.text),
        ]);
      }),
      runs,
    );
  } finally {
    if (argument === undefined) process.argv.splice(2, 1);
    else process.argv[2] = argument;
  }
});

test("whatever a service holds, nothing of it acts on the terminal of a command", async () => {
  const bench = await openCliBench();
  try {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const hostId = addHostile(bench.emulator, given);
        bench.emulator.startDeployment(hostId);
        const running = await bench.run(["reset", String(hostId)], { terminal: true, answers: ["n"] });
        bench.emulator.finishDeployment(hostId, "error");
        for (const options of [[], ["--json"]]) {
          const said = [
            running,
            await bench.run(["status", ...options], { terminal: true, env: { FORCE_COLOR: "1" } }),
            await bench.run(["status", String(hostId), "--wait", ...options]),
            await bench.run(["status", `${given} is not there`, ...options]),
            await bench.run(["reset", String(hostId), "--yes", "--force", ...options]),
            await bench.run(["import", "--dry-run", "--hosts", String(hostId), ...options]),
            await bench.run(["doctor", ...options]),
            await bench.run([given, ...options]),
            await bench.run(["status", `--${given}`, ...options]),
          ];
          // The colors are the command's own.
          const printed = said
            .flatMap(({ stdout, stderr }) => [stdout, stderr])
            .map((all) => all.replace(styles, ""));
          expectSafe(printed);
        }
        bench.emulator.removeHost(hostId);
      }),
      runs,
    );
  } finally {
    await bench.close();
  }
});
