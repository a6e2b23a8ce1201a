import { matches } from "../requestLog";
import type { MatchedRequest, RequestMatch } from "../requestLog";
import type { Fault } from "./fault";

/** Which requests a fault befalls. */
export interface FaultRule {
  /** Default: every request. */
  match?: RequestMatch;
  /** The first matching request that it befalls, counted from when the rule was added. Default `first`. */
  at?: "first" | "second" | "every" | number;
  /** How many matching requests in a row. Default 1, or no end for `every`. */
  times?: number;
  /** Several happen together, in this order. */
  fault: Fault | readonly Fault[];
}

export interface FaultHandle {
  /** How many requests the fault has befallen. */
  readonly hits: number;
  remove(): void;
}

interface Entry {
  readonly match: RequestMatch;
  readonly from: number;
  readonly times: number;
  readonly faults: readonly Fault[];
  seen: number;
  hits: number;
}

const positions = { first: 1, second: 2, every: 1 };

/** The faults that are switched on. */
export class FaultBook {
  readonly #entries = new Set<Entry>();

  add(rule: FaultRule): FaultHandle {
    const { match = {}, at = "first", fault } = rule;
    const { times = at === "every" ? Number.POSITIVE_INFINITY : 1 } = rule;
    const from = typeof at === "number" ? at : positions[at];
    const faults = "kind" in fault ? [fault] : fault;
    const entry: Entry = { match, from, times, faults, seen: 0, hits: 0 };
    this.#entries.add(entry);
    return {
      get hits() {
        return entry.hits;
      },
      remove: () => {
        this.#entries.delete(entry);
      },
    };
  }

  clear(): void {
    this.#entries.clear();
  }

  /** What befalls this request. Asking counts it. */
  take(request: MatchedRequest): readonly Fault[] {
    if (this.#entries.size === 0) return [];
    const taken: Fault[] = [];
    for (const entry of this.#entries) {
      if (!matches(entry.match, request)) continue;
      entry.seen += 1;
      if (entry.seen < entry.from || entry.hits >= entry.times) continue;
      entry.hits += 1;
      taken.push(...entry.faults);
    }
    return taken;
  }
}
