import type { ApiError } from "../api/errors";
import type { DeployStatus } from "../api/hostConfigApi";
import type { DeployOptions } from "./options";
import type { OwnDeployment, SeenRunning } from "./status";

/** Where a wait for a deployment stands. Times are the clock's milliseconds. */
export type WaitPhase =
  /** Nothing of ours runs yet, and the host may be busy with something else. */
  | { name: "beforeStart"; quietSince: number; lastProgress: string }
  /** Our start was sent; its deployment was not seen yet. `answered`: the service confirmed the start. */
  | { name: "appearing"; since: number; answered: boolean }
  /**
   * Our deployment was `seen` running. `missingSince`: the first status since then that did not show it any more. `imported`: the
   * last thing that was seen running is an account import.
   */
  | { name: "running"; seen: SeenRunning; missingSince: number | undefined; imported?: true };

/** All that the rule knows of the wait for one deployment of one host. */
export interface Wait {
  options: DeployOptions;
  phase: WaitPhase;
  beganAt: number;
  /** The status that was read last. */
  status: DeployStatus | undefined;
  /** When that status was asked for; `-Infinity` if none was read since our start. */
  readAt: number;
  /** A deployment of an earlier operation that publishes what is due, until the first status shows that it does not. */
  joinable: OwnDeployment | undefined;
  /** Whether everything is saved, so that a free host is started. */
  mayStart: boolean;
  /** Our deployment, if it may run on the server. */
  ours: OwnDeployment | undefined;
  /** Whether an earlier operation started it: then nobody here knows for how long it has been running. */
  joined: boolean;
  /** The status right before our start; `undefined` for a start of an earlier operation. */
  shownBefore: DeployStatus | undefined;
  /** When our start was sent last; before that, when the wait began. */
  startedAt: number;
  /** When that start was answered, or given up; `undefined` if there was none, or if it was refused. */
  answeredAt: number | undefined;
  /** Since when no status can be read. */
  failingSince: number | undefined;
  /** Since when starts are refused by a host that does not show why. */
  refusedSince: number | undefined;
  /** Why starts got no answer. */
  lostStarts: readonly ApiError[];
  /** How many resets got no good answer. */
  lostResets: number;
}

/** What has happened. */
export type WaitEvent =
  /** The status was read for the first time, before anything is saved. */
  | { name: "firstStatus"; status: DeployStatus | undefined; at: number }
  /** Everything is saved. `saved`: only now, so that an earlier deployment does not count. */
  | { name: "proceed"; saved: boolean }
  | { name: "status"; status: DeployStatus | undefined; at: number }
  | { name: "statusFailed"; error: unknown; at: number }
  | { name: "startAnswered" }
  | { name: "startFailed"; error: unknown }
  | { name: "resetAnswered" }
  | { name: "resetFailed"; error: unknown };

/** What to do next. */
export type WaitStep =
  | { do: "poll"; at: number }
  | { do: "start" }
  | { do: "reset" }
  /** The host is free, or runs a deployment of ours: the save may come. */
  | { do: "ready" }
  /** Our deployment is under way, and `deploy.wait` is false. */
  | { do: "leave"; started: OwnDeployment }
  /** Our deployment has ended, as the last status shows. */
  | { do: "finish" }
  | { do: "fail"; reason: WaitFailure; cause?: unknown };

/** Why a wait fails; `error`: because of the error of a call that is its cause. */
export type WaitFailure =
  | "busy"
  | "refused"
  | "neverAppeared"
  | "vanished"
  | "replaced"
  | "timeout"
  | "interrupted"
  | "connection"
  | "unreadable"
  | "unanswered"
  | "error";

/** What the user is shown of a status: what keeps the host busy, how far our deployment is, or that none can be read. */
export type WaitReport = "busy" | "appearing" | "running" | "unreachable";

/** What follows from an event. */
export interface WaitTransition {
  wait: Wait;
  step: WaitStep;
  report?: WaitReport | undefined;
}

/** @param joinable a deployment that an earlier operation has started for what is due now */
export function beginWait(options: DeployOptions, joinable: OwnDeployment | undefined, now: number): Wait {
  return {
    options,
    phase: { name: "beforeStart", quietSince: now, lastProgress: "" },
    beganAt: now,
    status: undefined,
    readAt: -Infinity,
    joinable,
    mayStart: false,
    ours: undefined,
    joined: false,
    shownBefore: undefined,
    startedAt: now,
    answeredAt: undefined,
    failingSince: undefined,
    refusedSince: undefined,
    lostStarts: [],
    lostResets: 0,
  };
}
