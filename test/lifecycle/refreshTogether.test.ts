import type { LifecycleContext } from "../../provider/resource/context";
import fc from "fast-check";
import type { Properties } from "../../provider/config/values";

import {
  groupConfigLifecycle,
  hostLifecycle,
  type ResourceLifecycle,
} from "../../provider/resource/lifecycle";
import type { ReadResult } from "../../provider/resource/read";
import { presets, type Fault } from "../emulator";
import type { JsonObject } from "../emulator/json";
import { configuration as anyConfiguration } from "./configuration/arbitraries";
import { withPlatform, type Platform } from "./platform";
import { everyReading, cases } from "../full";

/** A resource as the engine refreshes it. */
interface Managed {
  lifecycle: ResourceLifecycle;
  id: string;
  outputs: Properties;
}

/** Reads all of them at the same time, as one refresh, with a client of its own. */
async function refreshTogether(
  platform: Platform,
  managed: readonly Managed[],
  token: string = platform.emulator.tokens.admin,
): Promise<(ReadResult | undefined)[]> {
  const context = contextOf(platform, token);
  return Promise.all(managed.map(({ lifecycle, id, outputs }) => lifecycle.read(context, id, outputs)));
}

/** Reads one after the other, which asks no list. */
async function refreshAlone(platform: Platform, managed: readonly Managed[]) {
  const context = contextOf(platform, platform.emulator.tokens.admin);
  const results: (ReadResult | undefined)[] = [];
  for (const { lifecycle, id, outputs } of managed) {
    results.push(await lifecycle.read(context, id, outputs));
  }
  return results;
}

/** Drawn texts are the same for all, so that results can be compared. */
function contextOf(platform: Platform, token: string): LifecycleContext {
  return { ...platform.context, api: platform.connect(token), randomHex: (bytes) => "ab".repeat(bytes) };
}

/** Imports hosts and groups as they are, which makes a state without a write. */
async function manage(platform: Platform, configurations: readonly JsonObject[]): Promise<Managed[]> {
  const { emulator } = platform;
  const clientId = emulator.addClient();
  const context = contextOf(platform, emulator.tokens.admin);
  const managed: Managed[] = [];
  for (const [index, json] of configurations.entries()) {
    const name = `web${index}`;
    for (const [lifecycle, number] of [
      [hostLifecycle, emulator.addHost({ clientId, name, json })],
      [groupConfigLifecycle, emulator.addGroup({ clientId, name, json })],
    ] as const) {
      const id = String(number);
      const outputs = (await lifecycle.read(context, id, undefined))?.outputs ?? {};
      managed.push({ lifecycle, id, outputs });
    }
  }
  emulator.clearRequests();
  return managed;
}

const hostsOf = (managed: readonly Managed[]) =>
  managed.filter(({ lifecycle }) => lifecycle === hostLifecycle);
const many = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ index, php: { version: "8.3" } }));

/** Its numbers are all JavaScript's. */
const configuration = anyConfiguration as fc.Arbitrary<JsonObject>;

/** The list of all hosts, and that of a client. */
const lists = /\/hosts$/;

describe("a refresh of many resources", () => {
  it.each(everyReading)("finds together what it finds one by one (%s)", async (reading) => {
    const edits = fc.array(fc.record({ at: fc.nat(11), json: configuration }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(configuration, { minLength: 4, maxLength: 8 }),
        edits,
        async (configurations, changes) => {
          await withPlatform({ readings: presets[reading] }, async (platform) => {
            const managed = await manage(platform, configurations);
            for (const { at, json } of changes) {
              const changed = managed[at % managed.length];
              if (changed?.lifecycle === hostLifecycle)
                platform.emulator.editHost(Number(changed.id), () => json);
              else platform.emulator.editGroup(Number(changed?.id), () => json);
            }
            const together = await refreshTogether(platform, managed);
            expect(together).toEqual(await refreshAlone(platform, managed));
          });
        },
      ),
      { numRuns: cases(3) },
    );
  });

  it("asks for two pages and one host alone to compare, where lists carry whole hosts", async () => {
    await withPlatform({}, async (platform) => {
      const hosts = hostsOf(await manage(platform, many(150)));
      await refreshTogether(platform, hosts);
      const { emulator } = platform;
      expect(emulator.requestsTo({ path: lists })).toHaveLength(2);
      expect(emulator.requestsTo({ path: "/api/v1/hosts/{id}" })).toHaveLength(1);
      expect(emulator.requestsTo({ path: "/api/v1/hosts/{id}/deploy" })).toHaveLength(150);
      expect(emulator.writes()).toEqual([]);
    });
  });

  it("keeps hosts that a client token's list does not show", async () => {
    await withPlatform({}, async (platform) => {
      const { emulator } = platform;
      const hosts = hostsOf(await manage(platform, many(20)));
      const inactive = Number(hosts[9]?.id);
      emulator.setActive(inactive, false);
      const found = await refreshTogether(platform, hosts, emulator.tokens.client);
      expect(found.map((result) => result?.id)).toEqual(hosts.map(({ id }) => id));
      expect(found[9]?.outputs).toMatchObject({ hostId: inactive, active: false });
    });
  });

  it("drops those that are gone", async () => {
    await withPlatform({}, async (platform) => {
      const { emulator } = platform;
      const hosts = hostsOf(await manage(platform, many(20)));
      const gone = Number(hosts[15]?.id);
      emulator.addClient();
      emulator.removeHost(gone);
      const found = await refreshTogether(platform, hosts);
      expect(found.map((result) => result === undefined)).toEqual(hosts.map(({ id }) => Number(id) === gone));
    });
  });

  it("sees what changes and comes while the list is read", async () => {
    await withPlatform({ readings: { maxPageSize: 5, order: "updated" } }, async (platform) => {
      const { emulator, clock } = platform;
      const hosts = hostsOf(await manage(platform, many(30)));
      emulator.onRequest({ path: lists }, () => {
        // Moves a host to the front of the list, and all others back by one or two.
        clock.advance(1000);
        emulator.editHost(Number(hosts[12]?.id), (json) => ({ ...json, edited: true }));
        emulator.addHost({ clientId: 1, name: "new" });
      });
      const found = await refreshTogether(platform, hosts);
      expect(found.map((result) => result?.id)).toEqual(hosts.map(({ id }) => id));
      expect(found[12]?.inputs).toMatchObject({ json: { edited: true } });
    });
  });

  it.each<[string, Fault]>([
    ["is forbidden", { kind: "status", status: 403 }],
    ["is missing", { kind: "status", status: 404 }],
    ["breaks the service", { kind: "status", status: 500 }],
    ["is an HTML page", { kind: "html", status: 200 }],
    ["ends in the middle", { kind: "truncated" }],
    ["is broken", { kind: "brokenJson" }],
    ["is too large", { kind: "huge", bytes: 40_000_000 }],
    ["breaks the connection", { kind: "resetBefore" }],
  ])("reads every host alone where the list %s", async (_, fault) => {
    await withPlatform({}, async (platform) => {
      const hosts = hostsOf(await manage(platform, many(8)));
      platform.emulator.faults.add({ match: { path: lists }, at: "every", fault });
      const found = await refreshTogether(platform, hosts);
      expect(found.map((result) => result?.id)).toEqual(hosts.map(({ id }) => id));
      expect(platform.emulator.requestsTo({ path: "/api/v1/hosts/{id}" })).toHaveLength(8);
    });
  });

  it("waits out a rate limit on the list like on every other request", async () => {
    await withPlatform({}, async (platform) => {
      const hosts = hostsOf(await manage(platform, many(8)));
      const fault: Fault = { kind: "status", status: 429, retryAfter: 2 };
      platform.emulator.faults.add({ match: { path: lists }, fault });
      await expect(refreshTogether(platform, hosts)).resolves.toHaveLength(8);
      expect(platform.emulator.requestsTo({ path: lists })).toHaveLength(2);
    });
  });

  it("reads a host for itself before it saves it, whatever a list has said", async () => {
    await withPlatform({}, async (platform) => {
      const { emulator } = platform;
      const hosts = hostsOf(await manage(platform, many(20)));
      const context = contextOf(platform, emulator.tokens.admin);
      const [first] = hosts;
      const news = { hostId: Number(first?.id), json: { php: { version: "8.4" } } };
      const refresh = Promise.all(hosts.map(({ id, outputs }) => hostLifecycle.read(context, id, outputs)));
      await emulator.nextRequest({ path: lists, moment: "ended" });
      emulator.editHost(news.hostId, (json) => ({ ...json, theirs: true }));
      const updating = hostLifecycle.update(
        context,
        { ...first?.outputs, ownership: "declared" },
        { ...news, ownership: "declared" },
      );
      await Promise.all([refresh, updating]);
      expect(emulator.host(news.hostId).savedJson).toMatchObject({ theirs: true, php: { version: "8.4" } });
    });
  });
});
