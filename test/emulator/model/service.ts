import type { JumpingClock } from "../clock";
import type { Readings } from "../readings";
import type { TokenBook } from "./access";
import type { DeploymentScript } from "./deployment";
import type { RateLimiter } from "./rateLimit";
import type { Store } from "./store";

/** Everything that an endpoint needs to answer. */
export interface Service {
  readonly store: Store;
  readonly tokens: TokenBook;
  readonly limiter: RateLimiter;
  readonly clock: JumpingClock;
  readonly readings: Readings;
  /** How deployments go that no test has scripted. */
  readonly script: DeploymentScript;
  /** A deployment without progress for longer than this is released. */
  readonly inactivityMs: number;
}
