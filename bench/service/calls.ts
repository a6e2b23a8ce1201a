import type { JsonObject } from "../../test/emulator";

/** What the benchmark asks of the service's process. */
export interface ServiceCalls {
  /** Removes every host. */
  reset: () => void;
  /** Adds a client; its id. */
  addClient: () => number;
  /** Adds hosts that are there before anybody manages them; their ids. */
  addHosts: (hosts: { name: string; json: JsonObject }[]) => number[];
  /** How long the next deployment of each host takes, in the order of their ids. */
  nextDeployments: (seconds: number[]) => void;
  /** Forgets the requests so far. */
  clear: () => void;
  /** The requests since `clear`, by kind. */
  requests: () => Record<string, number>;
  /** Seconds from the end of each deployment since `clear` until the first status read after it came. */
  noticed: () => number[];
}

/** A call on its way to the process. */
export interface Call {
  number: number;
  name: keyof ServiceCalls;
  argument: unknown;
}

/** What the process says: that it listens, or the answer to a call. */
export type Answer = { url: string; token: string } | { number: number; value: unknown; error?: string };
