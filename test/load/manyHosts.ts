import { hostLifecycle } from "../../provider/resource/lifecycle";
import { ManagedRecords } from "../../provider/resource/managedRecords";
import { createHostConfigApi } from "../../provider/api/createHostConfigApi";
import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";
import { ManagedResource } from "../lifecycle/managedResource";
import { VirtualTime } from "./virtualTime";

/** Many resources of one process, with the service that they manage. */
export interface ManyHosts {
  emulator: Emulator;
  time: VirtualTime;
  hosts: readonly { id: number; resource: ManagedResource }[];
}

/** Milliseconds that a request takes. */
export const latency = 20;

/**
 * Runs a test with so many hosts that nobody manages yet.
 *
 * @param options `processes`: how many clients of one token they are spread over; default one for all
 */
export async function withManyHosts(
  count: number,
  { processes = 1, ...options }: EmulatorOptions & { processes?: number },
  test: (many: ManyHosts) => Promise<void>,
): Promise<void> {
  const time = new VirtualTime(latency);
  const { clock, dispatcher, startTimer } = time;
  const emulator = await startEmulator({ clock, deploySeconds: 5, keepRequests: 100_000, ...options });
  const settings = {
    baseUrl: emulator.url,
    token: () => emulator.tokens.admin,
    maxConcurrentRequests: 16,
    requestTimeout: 30,
    maxRetries: 5,
    allowInsecureHttp: false,
  };
  const apis = Array.from({ length: processes }, () =>
    createHostConfigApi(settings, { clock: time, dispatcher, startTimer, random: () => 0.5 }),
  );
  let texts = 0;
  const context = {
    clock: time,
    progress: { status: () => undefined, info: () => undefined, warn: () => undefined },
    redact: (text: string) => text,
    randomHex: (bytes: number) => String((texts += 1)).padStart(2 * bytes, "0"),
    managed: new ManagedRecords(),
    onConflict: "overwrite" as const,
    waitByDefault: true,
  };
  const clientId = emulator.addClient();
  const hosts = Array.from({ length: count / processes }, () => apis)
    .flat()
    .map((api, index) => ({
      id: emulator.addHost({ clientId, name: `web${index}`, json: { before: true } }),
      resource: new ManagedResource(hostLifecycle, { ...context, api }),
    }));
  try {
    await test({ emulator, time, hosts });
  } finally {
    await Promise.all(apis.map((api) => api.close()));
    await time.close();
    await emulator.close();
  }
}

/** One `pulumi up` of all hosts. */
export async function upAll({ hosts }: ManyHosts, json: (index: number) => object): Promise<void> {
  await Promise.all(
    hosts.map(({ id, resource }, index) => resource.up({ hostId: id, json: { ...json(index) } })),
  );
}
