import { startEmulator } from "../emulator";
import { openInlineStack } from "../engine/inlineStack";
import { openEngine } from "../engine/openEngine";
import { figure } from "../figures/figure";
import { Host } from "../../sdk/plugin";
import { pluginOnPath } from "../sdks/pluginOnPath";
import { peakMemory } from "./peakMemory";

const count = 1000;
const hour = 3_600_000;

test(
  "the real engine takes 1,000 hosts through one up without a 429",
  async () => {
    const emulator = await startEmulator({ deploySeconds: 1, keepRequests: 100_000 });
    const clientId = emulator.addClient();
    const ids = Array.from({ length: count }, (_, index) =>
      emulator.addHost({ clientId, name: `web${index}` }),
    );
    const engine = await openEngine();
    const program = () => {
      for (const hostId of ids) new Host(`web${hostId}`, { hostId, json: { index: hostId } });
      return Promise.resolve({});
    };
    const stack = await openInlineStack({
      ...{ engine, program, timeoutSeconds: hour / 1000 },
      config: {
        "hostconfig:baseUrl": { value: emulator.url },
        "hostconfig:token": { value: emulator.tokens.admin, secret: true },
      },
      env: await pluginOnPath(engine),
    });
    let megabytes = 0;
    const watch = setInterval(() => {
      void peakMemory("pulumi-resource-hostconfig").then((peak = 0) => {
        megabytes = Math.max(megabytes, peak);
      });
    }, 1000);
    try {
      const timed = async (options = {}) => {
        emulator.clearRequests();
        const from = performance.now();
        const { ok, changes, output } = await stack.start("up", { parallel: count, ...options }).result;
        expect({ ok, output: ok ? "" : output }).toEqual({ ok: true, output: "" });
        const seconds = ((performance.now() - from) / 1000).toFixed(0);
        const refused = emulator.requests.filter(({ status }) => status === 429).length;
        return {
          changes,
          text: `${emulator.requests.length} requests, ${refused} answered 429, ${seconds} s`,
          refused,
        };
      };
      const first = await timed();
      figure(`${count} hosts in one up`, `${first.text}, ${megabytes.toFixed(0)} MB at most in the provider`);
      const again = await timed();
      figure(`${count} hosts in another up without changes`, again.text);
      expect(first).toMatchObject({ changes: { create: count + 1 }, refused: 0 });
      expect(again).toMatchObject({
        changes: { same: count + 1 },
        text: expect.stringMatching(/^0 requests/) as string,
      });
      const hosts = ids.map((id) => emulator.host(id));
      expect(hosts.map(({ deployedJson }) => deployedJson)).toEqual(ids.map((index) => ({ index })));
      expect(hosts.filter(({ deployments }) => deployments.length !== 1)).toEqual([]);
    } finally {
      clearInterval(watch);
      await stack.close();
      await engine.close();
      await emulator.close();
    }
  },
  hour,
);
