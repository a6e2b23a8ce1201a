import { PartialFailure } from "../../../provider/resource/partialFailure";
import type { LifecycleContext } from "../../../provider/resource/context";

import fc from "fast-check";

import type { Fault } from "../../emulator";
import { adoptedId, hostIdOf, up, type ResourceName, type World } from "./world";

/** What goes wrong with an update. `at`: at which of its requests. */
export type Disturbance =
  | { kind: "none" }
  | { kind: "fault"; at: number; times: number; fault: Fault }
  /** Ctrl-C: the wait ends, and what was reached is recorded. */
  | { kind: "interrupted"; at: number; moment: "arrived" | "ended" }
  /** The process is gone: whatever it did, the state stays what it was. */
  | { kind: "killed"; at: number; moment: "arrived" | "ended" }
  | { kind: "deployment"; end: "error" | "canceled" | "timeout" }
  | { kind: "reset" };

const faults: Fault[] = [
  { kind: "resetBefore" },
  { kind: "resetAfter" },
  { kind: "truncated" },
  { kind: "brokenJson" },
  { kind: "html", status: 502 },
  { kind: "html", status: 504, run: true },
  { kind: "status", status: 500 },
  { kind: "status", status: 500, run: true },
  { kind: "status", status: 503, retryAfter: 2 },
  { kind: "status", status: 429, retryAfter: 3 },
  { kind: "status", status: 401 },
  { kind: "status", status: 403, body: null },
  { kind: "redirect", location: "http://127.0.0.1:9/elsewhere" },
  { kind: "staleStatus", ms: 15_000 },
];

const at = fc.integer({ min: 1, max: 9 });
const moment = fc.constantFrom("arrived" as const, "ended" as const);

export const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Disturbance>({ kind: "none" }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      at,
      times: fc.constantFrom(1, 2, 9),
      fault: fc.constantFrom(...faults),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("interrupted" as const), at, moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("killed" as const), at, moment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("deployment" as const),
      end: fc.constantFrom("error" as const, "canceled" as const, "timeout" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Disturbance>({ kind: "reset" }) },
);

/** An update under a disturbance: whether it succeeded. */
export async function disturbedUp(
  world: World,
  name: ResourceName,
  disturbed: Disturbance,
): Promise<boolean> {
  const { emulator, managed } = world;
  const before = managed[name].state;
  const stop = new AbortController();
  // A process of its own, that can be cut off.
  const api = world.connect(emulator.tokens.admin);
  const during: Partial<LifecycleContext> = { api, signal: stop.signal };
  const end = arrange(world, name, disturbed, () => {
    if (disturbed.kind === "killed") void api.close();
    else stop.abort(new Error("Ctrl-C"));
  });
  try {
    await up(world, name, during);
    return true;
  } catch (error) {
    // Anything else is a mistake of the provider's, and no failure of an update.
    if (!(error instanceof Error) || ["TypeError", "RangeError", "ZodError"].includes(error.name))
      throw error;
    if (!(error instanceof PartialFailure)) expect(managed[name].state).toEqual(before);
    return false;
  } finally {
    await api.close();
    end();
    if (disturbed.kind === "killed") {
      managed[name].state = before;
      world.behind[name] = true;
    }
  }
}

/** Sees to it that the disturbance comes; returns what takes away the rest of it. */
function arrange(world: World, name: ResourceName, disturbed: Disturbance, cut: () => void): () => void {
  const { emulator } = world;
  switch (disturbed.kind) {
    case "none":
      return () => undefined;
    case "fault": {
      // Only a start knows what it means; on another request it would befall a start of later.
      const match = disturbed.fault.kind === "staleStatus" ? start : {};
      const added = emulator.faults.add({ ...disturbed, match });
      return () => {
        added.remove();
      };
    }
    case "interrupted":
    case "killed": {
      let left = disturbed.at;
      return emulator.onRequest({ moment: disturbed.moment }, () => {
        left -= 1;
        if (left === 0) cut();
      });
    }
    case "deployment":
      return emulator.onRequest(start, ({ path }) => {
        emulator.scriptDeployment(hostOfPath(path), { end: disturbed.end });
      });
    case "reset": {
      const hostId = name === "group" ? adoptedId : hostIdOf(world, name);
      return emulator.onRequest({ ...start, moment: "ended" }, () => {
        if (hostId !== undefined && emulator.host(hostId).status === "deploy")
          emulator.cancelDeployment(hostId);
      });
    }
  }
}

const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };

function hostOfPath(path: string): number {
  return Number(/hosts\/(\d+)/.exec(path)?.[1]);
}
