import { PartialFailure } from "../../../provider/resource/partialFailure";

import { systemClock } from "../../../provider/api/clock";
import { hostLifecycle } from "../../../provider/resource/lifecycle";
import { ManagedRecords } from "../../../provider/resource/managedRecords";

import { setImmediate as nextTurn } from "node:timers/promises";
import { createHostConfigApi } from "../../../provider/api/createHostConfigApi";

/*
 * Uses a client in every way, closes it, and tells what is left. The process has to end by itself: nothing ends it.
 *
 * Arguments: base address, token, number of hosts. Host 1 deploys for longer than anybody waits.
 */
async function main([baseUrl = "", token = "", hosts = ""]: string[]): Promise<void> {
  const settings = {
    ...{ baseUrl, token: () => token, maxConcurrentRequests: 16, requestTimeout: 30, maxRetries: 5 },
    allowInsecureHttp: false,
  };
  const api = createHostConfigApi(settings);
  const stop = new AbortController();
  const context = {
    ...{ api, clock: systemClock, managed: new ManagedRecords(), waitByDefault: true, signal: stop.signal },
    progress: { status: () => undefined, info: () => undefined, warn: () => undefined },
    redact: (text: string) => text,
    randomHex: (bytes: number) => "0".repeat(2 * bytes),
  };
  const up = (hostId: number) => hostLifecycle.create(context, { hostId, json: { a: 1 } });
  const interrupted = up(1);
  await Promise.all(Array.from({ length: Number(hosts) - 1 }, (_, index) => up(index + 2)));
  stop.abort(new Error("Ctrl-C"));
  const reached = await interrupted.catch((error: unknown) => error);
  const cut = api.listHosts().then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? error.name : "?"),
  );
  await api.close();
  const answer = await cut;
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  const left = process.getActiveResourcesInfo().filter((kind) => !kind.startsWith("Pipe"));
  process.stdout.write(JSON.stringify({ interrupted: reached instanceof PartialFailure, cut: answer, left }));
}

void main(process.argv.slice(2));
