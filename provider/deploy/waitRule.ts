import type { DeployStatus } from "../api/hostConfigApi";
import {
  hasShownType,
  isAnotherRun,
  nextRunningLook,
  ownerOfEqualMark,
  type RunningLook,
  statusKind,
  type OwnDeployment,
  type StatusKind,
} from "./status";

/** Where a wait for a deployment stands. Times are the clock's milliseconds. */
export type WaitPhase =
  /** Nothing of ours runs yet, and the host may be busy with something else. */
  | { name: "beforeStart"; quietSince: number; lastProgress: string }
  /** Our start was sent; its deployment was not seen yet. `answered`: the service confirmed the start. */
  | { name: "appearing"; since: number; answered: boolean }
  /**
   * Our deployment was `seen` running. `missingSince`: the first look since then that did not show it any more. `imported`: the
   * last thing that was seen running is an account import.
   */
  | { name: "running"; seen: RunningLook; missingSince: number | undefined; imported?: true };

/** What to do next. */
export type WaitStep =
  | { do: "start" }
  | { do: "reset" }
  | { do: "poll"; phase: WaitPhase }
  | { do: "finish" }
  | { do: "fail"; reason: "busy" | "neverAppeared" | "vanished" | "replaced" };

/** What the rules depend on. */
export interface WaitRules {
  whenBusy: "wait" | "fail" | "reset";
  /** Our deployment; `undefined` before its start. */
  ours: OwnDeployment | undefined;
  /** The status right before our start; `undefined` for a start of an earlier operation. */
  shownBefore: DeployStatus | undefined;
  /** When ours was started, or joined. */
  startedAt: number;
}

/** How long a started deployment may take to show up, and a status may look old, before that is taken for the truth. */
export const graceMilliseconds = 30_000;

/** A deployment without progress for longer than this may be reset. */
const stuckMilliseconds = 5 * 60_000;

/** The rule of the wait: one look at the status in one phase gives the next step. */
export function waitStep(
  phase: WaitPhase,
  status: DeployStatus | undefined,
  now: number,
  rules: WaitRules,
): WaitStep {
  const { ours } = rules;
  const shown = statusKind(status, ours);
  const kind = shown === "ended" && endsImport(phase, status) ? "idle" : shown;
  const busy = kind === "deploying" || kind === "importing";
  switch (phase.name) {
    case "beforeStart": {
      if (!busy) return { do: "start" };
      if (rules.whenBusy === "fail") return { do: "fail", reason: "busy" };
      const progress = JSON.stringify([status?.publishingStatus, status?.deployAt, status?.jobStdout]);
      const quietSince = progress === phase.lastProgress ? phase.quietSince : now;
      const stuck = kind === "deploying" && now - quietSince > stuckMilliseconds;
      if (rules.whenBusy === "reset" && stuck) return { do: "reset" };
      return { do: "poll", phase: { name: "beforeStart", quietSince, lastProgress: progress } };
    }
    case "appearing": {
      if (kind === "deploying") {
        const seen = nextRunningLook(undefined, status, now);
        return { do: "poll", phase: { name: "running", seen, missingSince: undefined } };
      }
      if (kind === "importing") return { do: "poll", phase: { ...phase, since: now } };
      if (kind === "ended" || owner(kind, status, now, rules) === "ours") return { do: "finish" };
      if (now - phase.since <= graceMilliseconds) return { do: "poll", phase };
      if (!phase.answered) return { do: "start" };
      return { do: "fail", reason: kind === "others" ? "replaced" : "neverAppeared" };
    }
    case "running": {
      const { seen } = phase;
      if (kind === "deploying") {
        if (ours !== undefined && isAnotherRun(seen, status, ours.type))
          return { do: "fail", reason: "replaced" };
        const latest = nextRunningLook(seen, status, now);
        return { do: "poll", phase: { name: "running", seen: latest, missingSince: undefined } };
      }
      if (busy)
        return { do: "poll", phase: { name: "running", seen, missingSince: undefined, imported: true } };
      if (kind === "ended") return { do: "finish" };
      if (kind === "others")
        return hasShownType(seen, status) ? { do: "finish" } : { do: "fail", reason: "replaced" };
      // Without `deploy_at` two results look alike, and there is no newer look to wait for.
      if (kind === "old" && status?.deployAt === undefined) return { do: "finish" };
      const whose = owner(kind, status, now, rules, seen);
      if (whose === "ours") return { do: "finish" };
      const missingSince = phase.missingSince ?? now;
      if (now - missingSince <= graceMilliseconds) return { do: "poll", phase: { ...phase, missingSince } };
      // Only a result that may come without a `deploy_at` of its own can be ours when it looks like the one before.
      const isOurs = kind === "old" && (whose === "unknown" || status?.publishingStatus !== "published");
      return isOurs ? { do: "finish" } : { do: "fail", reason: "vanished" };
    }
    default:
      return phase satisfies never;
  }
}

/** Whether a result is that of an import that was just seen: it has no type, and ours had shown one. */
function endsImport(phase: WaitPhase, status: DeployStatus | undefined): boolean {
  if (phase.name !== "running" || phase.imported !== true || status?.deployType !== undefined) return false;
  return phase.seen.status?.deployType !== undefined;
}

/** Whose an `old` result is: a coarse `deploy_at` may be that of two deployments. */
function owner(
  kind: StatusKind,
  status: DeployStatus | undefined,
  now: number,
  { ours, shownBefore, startedAt }: WaitRules,
  seen?: RunningLook,
): ReturnType<typeof ownerOfEqualMark> {
  if (kind !== "old" || ours === undefined) return "before";
  return ownerOfEqualMark(ours.before, { status, shownBefore, startedAt, seen, now });
}

/** The first look after a start comes soon, for the deployment to be seen while it runs. Milliseconds. */
export const firstLook = 1000;

/**
 * The second one, for a short deployment not to wait as long again until its end is seen. It counts from the answer to the
 * start, because that is the latest moment at which the deployment can have begun.
 */
const secondLook = 2050;

/** No two looks are closer. */
const smallestGap = 1000;

/** Timers may end a little too soon. */
const tolerance = 20;

/** A start of ours, in the clock's milliseconds. */
export interface SentStart {
  sentAt: number;
  /** When it was answered, or given up. */
  answeredAt: number;
}

/**
 * When to look at the status next: a poll interval after the last look, and once in between right after a start.
 *
 * @param start `undefined` for a deployment of somebody else or of an earlier operation
 */
export function nextLook(lookedAt: number, start: SentStart | undefined, pollInterval: number): number {
  if (start === undefined) return lookedAt + pollInterval;
  const second = start.answeredAt + secondLook;
  const third = start.sentAt + firstLook + pollInterval;
  const isAhead = (time: number) => lookedAt < time - tolerance;
  const isFirst = lookedAt <= start.sentAt;
  if (isFirst || !isAhead(third) || second + smallestGap > third) return lookedAt + pollInterval;
  return Math.max(isAhead(second) ? second : third, lookedAt + smallestGap);
}
