import type { Emulator, StatusFault } from "../emulator";
import { latency, upAll, withManyHosts, type ManyHosts } from "./manyHosts";

const deploySeconds = 5;
/** Of a deployment: its own time, and until the next look at it. */
const deploymentTime = (deploySeconds + 4) * 1000;
const window = 60_000;

const json = (index: number) => ({ index });

/** One `up` of all hosts: how many milliseconds it took. */
async function timedUp(many: ManyHosts): Promise<number> {
  const from = many.time.now();
  await upAll(many, json);
  return many.time.now() - from;
}

/** How many requests the service counted in each window. */
function requestsByWindow({ requests }: Emulator): number[] {
  const counts: number[] = [];
  const from = requests[0]?.clockAt ?? 0;
  for (const { clockAt } of requests) {
    const index = Math.floor((clockAt - from) / window);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

const refusals = ({ requests }: Emulator) => requests.filter(({ status }) => status === 429).length;

/** Every host holds its configuration, saved once and deployed once. */
function expectAllPublished({ emulator, hosts }: ManyHosts): void {
  const found = hosts.map(({ id }) => emulator.host(id));
  expect(found.map(({ deployedJson }) => deployedJson)).toEqual(hosts.map((_, index) => json(index)));
  expect(found.filter(({ deployments }) => deployments.length !== 1)).toEqual([]);
  const carriedOut = (path: string) =>
    emulator.requestsTo({ method: "POST", path }).filter(({ status }) => status === 200).length;
  expect(carriedOut("/api/v1/hosts/{id}")).toBe(hosts.length);
  expect(carriedOut("/api/v1/hosts/{id}/deploy")).toBe(hosts.length);
}

describe("many hosts in one up", () => {
  it(
    "get no 429, and nobody waits while any of the limit is left",
    () =>
      withManyHosts(1000, { deploySeconds }, async (many) => {
        const took = await timedUp(many);
        const { emulator } = many;
        const sent = emulator.requests.length;
        const limit = emulator.rateLimit.requests;
        expectAllPublished(many);
        expect(refusals(emulator)).toBe(0);
        const full = requestsByWindow(emulator).slice(0, -1);
        expect(full).toEqual(full.map(() => limit));
        const sending = ((sent % limit) * latency) / 16;
        expect(took).toBeLessThanOrEqual(full.length * window + sending + deploymentTime);
      }),
    120_000,
  );

  it("are not slowed down by a limit that they do not reach", async () => {
    let unlimited = 0;
    let requests = 0;
    await withManyHosts(60, { deploySeconds }, async (many) => {
      unlimited = await timedUp(many);
      requests = many.emulator.requests.length;
    });
    const limit = requests + 50;
    await withManyHosts(60, { deploySeconds, rateLimit: { requests: limit } }, async (many) => {
      expect(await timedUp(many)).toBeLessThanOrEqual(unlimited + 1000);
    });
  });

  it("share the limit with another process of the same token, and next to none is refused", () =>
    withManyHosts(200, { deploySeconds, processes: 2, rateLimit: { requests: 600 } }, async (many) => {
      const took = await timedUp(many);
      expectAllPublished(many);
      const windows = requestsByWindow(many.emulator);
      // Each may take the last of what both were told of.
      expect(refusals(many.emulator)).toBeLessThanOrEqual(2 * windows.length);
      expect(took).toBeLessThanOrEqual(windows.length * window);
    }));

  it("learn of a limit that was lowered meanwhile from those requests alone that were under way", () =>
    withManyHosts(100, { deploySeconds, rateLimit: { requests: 6000 } }, async (many) => {
      const { emulator } = many;
      const stop = emulator.onRequest({ method: "POST" }, ({ number }) => {
        if (number < 200) return;
        stop();
        emulator.rateLimit.requests = 150;
      });
      await upAll(many, json);
      expectAllPublished(many);
      expect(refusals(emulator)).toBeGreaterThan(0);
      expect(refusals(emulator)).toBeLessThanOrEqual(16);
    }));
});

describe("a storm of 429", () => {
  const storms: [string, (emulator: Emulator) => Omit<StatusFault, "kind">][] = [
    ["in seconds", () => ({ status: 429, retryAfter: 7 })],
    ["as a date", ({ clock }) => ({ status: 429, retryAfter: new Date(clock.now() + 20_000) })],
    ["not at all", () => ({ status: 429 })],
    ["as nothing", () => ({ status: 429, retryAfter: 0 })],
    ["in words", () => ({ status: 429, retryAfter: "soon" })],
  ];

  it.each(storms)("that tells the wait %s ends in success, and nothing is done twice", (_form, refusal) =>
    withManyHosts(40, { deploySeconds }, async (many) => {
      const { emulator } = many;
      const refused = [3, 60, 200].map((at) =>
        emulator.faults.add({ at, times: 40, fault: { kind: "status", ...refusal(emulator) } }),
      );
      await upAll(many, json);
      expectAllPublished(many);
      expect(refused.map(({ hits }) => hits)).toEqual([40, 40, 40]);
    }),
  );
});
