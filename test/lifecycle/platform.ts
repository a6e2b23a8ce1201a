import type { LifecycleContext } from "../../provider/resource/context";
import type { Clock } from "../../provider/api/clock";

import { ManagedRecords } from "../../provider/resource/managedRecords";
import { createHash } from "node:crypto";
import {
  createHostConfigApi,
  type HostConfigApiDependencies,
  type OpenHostConfigApi,
} from "../../provider/api/createHostConfigApi";
import {
  ManualClock,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type RecordedRequest,
} from "../emulator";

/** What operations told the user, in order. */
export interface Told {
  status: string[];
  info: string[];
  warn: string[];
}

/** The service on a loopback port, the real client of it, and one clock for both that nobody waits for. */
export interface Platform {
  emulator: Emulator;
  clock: ManualClock;
  /** What every operation gets; tests spread it to change a part. */
  context: LifecycleContext;
  told: Told;
  /** The requests since the last call, such as `POST hosts/{id}`; a run of status reads counts as one. */
  requests: () => string[];
  /** A client with another token. */
  connect: (token: string) => OpenHostConfigApi;
}

/** Runs a test against a platform of its own; `wiring` is how its clients reach it, given the clock. */
export async function withPlatform(
  options: EmulatorOptions,
  test: (platform: Platform) => Promise<void>,
  wiring: (clock: ManualClock) => Pick<HostConfigApiDependencies, "dispatcher" | "startTimer"> = () => ({}),
): Promise<void> {
  const clock = new ManualClock();
  const emulator = await startEmulator({ clock, ...options });
  const open: { close(): Promise<void> }[] = [];
  const waiting = new WaitlessClock(clock);
  const dependencies = wiring(clock);
  const connect = (token: string) => {
    const settings = {
      baseUrl: emulator.url,
      token: () => token,
      maxConcurrentRequests: 16,
      requestTimeout: 30,
      maxRetries: 2,
      allowInsecureHttp: false,
    };
    const api = createHostConfigApi(settings, { clock: waiting, random: () => 0.5, ...dependencies });
    open.push(api);
    return api;
  };
  const told: Told = { status: [], info: [], warn: [] };
  const platform: Platform = {
    emulator,
    clock,
    context: {
      api: connect(emulator.tokens.admin),
      clock: waiting,
      progress: {
        status: (message) => told.status.push(message),
        info: (message) => told.info.push(message),
        warn: (message) => told.warn.push(message),
      },
      redact: (text) => text,
      randomHex: countingHex(),
      waitByDefault: true,
      // Each spread is a run of its own.
      get managed() {
        return new ManagedRecords();
      },
      // What adopting takes away is another test's subject.
      onConflict: "warn",
    },
    told,
    requests: () => {
      const steps = emulator.requests.map(nameOf);
      emulator.clearRequests();
      return steps.filter((step, index) => step !== "GET hosts/{id}/deploy" || steps[index - 1] !== step);
    },
    connect,
  };
  try {
    await test(platform);
  } finally {
    await Promise.all(open.map((api) => api.close()));
    await emulator.close();
  }
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("expected a rejection with an Error");
}

/** A sleep moves the clock on at once; sleeps at the same time pass together. */
class WaitlessClock implements Clock {
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const end = this.#clock.now() + milliseconds;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.#clock.advance(Math.max(0, end - this.#clock.now()));
  }
}

/** Texts that never repeat and are the same in every run. */
function countingHex(): (bytes: number) => string {
  let count = 0;
  return (bytes) => {
    count += 1;
    return createHash("sha256")
      .update(String(count))
      .digest("hex")
      .slice(0, 2 * bytes);
  };
}

function nameOf({ method, pattern, path }: RecordedRequest): string {
  return `${method} ${(pattern ?? path).replace("/api/v1/", "")}`;
}
