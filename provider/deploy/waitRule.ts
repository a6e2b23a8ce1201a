import { ApiError, BadRequestError } from "../api/errors";
import type { DeployStatus } from "../api/hostConfigApi";
import {
  hasShownType,
  isAnotherRun,
  isOfAnotherType,
  markOf,
  nextSeenRunning,
  type OwnDeployment,
  ownerOfEqualMark,
  type SeenRunning,
  statusKind,
  type StatusKind,
} from "./status";
import type { Wait, WaitEvent, WaitFailure, WaitPhase, WaitReport, WaitTransition } from "./wait";

/** The present: the time, and whether the user wants to stop. */
export interface Moment {
  now: number;
  aborted: boolean;
}

/** How long a started deployment may take to show up, and a status may look old, before that is taken for the truth. */
export const graceMilliseconds = 30_000;

/** A deployment without progress for longer than this may be reset. */
const stuckMilliseconds = 5 * 60_000;

/** Status reads may fail for this long before the wait gives up. */
const outageMilliseconds = 2 * 60_000;

/** Starts without an answer and without a deployment, after which nothing is tried any more. */
const mostLostStarts = 3;

/** Resets without a good answer, after which nothing is tried any more. */
const mostLostResets = 3;

/** The rule of the wait: every transition is here, and nothing else decides one. */
export function nextStep(wait: Wait, event: WaitEvent, moment: Moment): WaitTransition {
  const { now, aborted } = moment;
  switch (event.name) {
    case "firstStatus": {
      const read = withStatus(wait, event);
      if (isJoinable(wait.joinable, event.status)) return { wait: read, step: { do: "ready" } };
      return afterStatus({ ...read, joinable: undefined }, moment);
    }
    case "proceed": {
      const ready: Wait = { ...wait, mayStart: true };
      if (wait.joinable !== undefined && !event.saved) {
        const phase: WaitPhase = { name: "appearing", since: now, answered: false };
        return afterStatus({ ...ready, ours: wait.joinable, joined: true, phase }, moment);
      }
      // Somebody may have deployed since an old read, and that result must not be taken for ours.
      const isOld = now - wait.readAt > wait.options.pollInterval;
      const next = afterStatus(ready, moment);
      return isOld && next.step.do === "start" ? poll(ready) : next;
    }
    case "status":
      return afterStatus(withStatus(wait, event), moment);
    case "statusFailed": {
      const { error, at } = event;
      const failingSince = wait.failingSince ?? at;
      const failed = { ...wait, readAt: at, failingSince };
      if (error instanceof ApiError && error.transient) {
        return now - failingSince > outageMilliseconds
          ? fail(failed, "connection", error)
          : poll(failed, "unreachable");
      }
      return aborted ? fail(failed, "interrupted", error) : cannotFollow(failed, error);
    }
    case "startAnswered":
      return poll(appearing(wait, now, true));
    case "startFailed": {
      const { error } = event;
      if (error instanceof BadRequestError) return afterRefusal(wait, error, now);
      if (error instanceof ApiError && error.mayHaveHappened)
        return poll(appearing({ ...wait, lostStarts: [...wait.lostStarts, error] }, now, false));
      if (aborted && !(error instanceof ApiError)) return fail(wait, "interrupted", error);
      return cannotFollow(isFirstStart(wait) ? withoutOurs(wait) : wait, error);
    }
    case "resetAnswered":
      return poll(beforeStart(wait, now));
    case "resetFailed": {
      const { error } = event;
      if (aborted) return fail(wait, "interrupted", error);
      const lostResets = wait.lostResets + 1;
      const mayPass = error instanceof ApiError && (error.mayHaveHappened || error.transient);
      if (!mayPass || lostResets === mostLostResets) return fail(wait, "error", error);
      // The next status shows whether it happened; if not, it is tried again.
      return poll({ ...wait, lostResets });
    }
    default:
      return event satisfies never;
  }
}

/** What follows from the last status, by the phase of the wait. */
function afterStatus(wait: Wait, moment: Moment): WaitTransition {
  const { phase, status, ours, options } = wait;
  const { now } = moment;
  const shown = statusKind(status, ours);
  const kind = shown === "ended" && endsImport(phase, status) ? "idle" : shown;
  switch (phase.name) {
    case "beforeStart": {
      if (kind !== "deploying" && kind !== "importing") {
        return wait.mayStart ? start(wait, moment) : { wait, step: { do: "ready" } };
      }
      if (options.whenBusy === "fail") return fail(wait, "busy");
      const lastProgress = JSON.stringify([status?.publishingStatus, status?.deployAt, status?.jobStdout]);
      const quietSince = lastProgress === phase.lastProgress ? phase.quietSince : now;
      const isStuck = kind === "deploying" && now - quietSince > stuckMilliseconds;
      if (options.whenBusy === "reset" && isStuck) return { wait, step: { do: "reset" } };
      const busy: WaitPhase = { name: "beforeStart", quietSince, lastProgress };
      return poll({ ...wait, phase: busy, refusedSince: undefined }, "busy");
    }
    case "appearing": {
      if (kind === "deploying") return running(wait, nextSeenRunning(undefined, status, now));
      if (kind === "importing") return poll({ ...wait, phase: { ...phase, since: now } }, "appearing");
      if (kind === "ended" || owner(kind, wait, now) === "ours") return finish(wait);
      if (now - phase.since <= graceMilliseconds) return poll(wait, "appearing");
      if (!phase.answered) return start(wait, moment);
      if (kind === "others") return fail(withoutOurs(wait), "replaced");
      // The next update joins one that comes late, unless the end of an account import could be taken for it.
      const isDistinct = status === undefined || status.deployAt !== undefined;
      return fail(isDistinct ? wait : withoutOurs(wait), "neverAppeared");
    }
    case "running": {
      const { seen } = phase;
      if (kind === "deploying") {
        const isAnother = ours !== undefined && isAnotherRun(seen, status, ours.type);
        return isAnother
          ? fail(withoutOurs(wait), "replaced")
          : running(wait, nextSeenRunning(seen, status, now));
      }
      if (kind === "importing") return running(wait, seen, { imported: true });
      if (kind === "ended") return finish(wait);
      if (kind === "others")
        return hasShownType(seen, status) ? finish(wait) : fail(withoutOurs(wait), "replaced");
      // Without `deploy_at` two results look alike, and there is no newer status to wait for.
      if (kind === "old" && status?.deployAt === undefined) return finish(wait);
      const whose = owner(kind, wait, now, seen);
      if (whose === "ours") return finish(wait);
      const missingSince = phase.missingSince ?? now;
      if (now - missingSince <= graceMilliseconds)
        return poll({ ...wait, phase: { ...phase, missingSince } }, "running");
      // Only a result that may come without a `deploy_at` of its own can be ours when it looks like the one before.
      const isOurs = kind === "old" && (whose === "unknown" || status?.publishingStatus !== "published");
      return isOurs ? finish(wait) : fail(withoutOurs(wait), "vanished");
    }
    default:
      return phase satisfies never;
  }
}

/** A refused start may mean that the host is busy after all, or was started by the try before; or it is the type. */
function afterRefusal(wait: Wait, error: BadRequestError, now: number): WaitTransition {
  const { serviceMessage } = error;
  const saysBusy = /deploying|publishing|\bimport|running|progress|busy/i.test(serviceMessage ?? "");
  const refusedSince = wait.refusedSince ?? now;
  // A status that lags behind may show a busy host as idle for a while, but not for ever.
  const mayPass = (saysBusy || serviceMessage === undefined) && now - refusedSince <= graceMilliseconds;
  if (!isFirstStart(wait))
    return saysBusy || mayPass
      ? poll(appearing({ ...wait, refusedSince }, now, true))
      : fail(wait, "refused", error);
  const refused = { ...withoutOurs(wait), refusedSince, answeredAt: undefined, readAt: now };
  if (saysBusy && wait.options.whenBusy === "fail") return fail(refused, "busy");
  return mayPass ? poll(beforeStart(refused, now)) : fail(refused, "refused", error);
}

/** Sends the start, also once more if the one before got no answer and has left no trace. */
function start(wait: Wait, { now, aborted }: Moment): WaitTransition {
  if (aborted) return fail(wait, "interrupted");
  if (wait.lostStarts.length === mostLostStarts) return fail(wait, "unanswered", wait.lostStarts.at(-1));
  const { ours, options, status } = wait;
  // A second start is compared with the same earlier deployment as the first one.
  const first = { ours: { type: options.type, before: markOf(status) }, shownBefore: status };
  return {
    wait: { ...wait, ...(ours === undefined ? first : {}), startedAt: now, joined: false },
    step: { do: "start" },
  };
}

/** The next read of the status, unless the time is up, or nobody waits for the deployment any longer. */
function poll(wait: Wait, report?: WaitReport): WaitTransition {
  const { options, phase, ours, readAt, startedAt, answeredAt } = wait;
  const isUnderWay = phase.name === "running" || (phase.name === "appearing" && phase.answered);
  if (!options.wait && ours !== undefined && isUnderWay)
    return { wait, step: { do: "leave", started: ours }, report };
  const deadline = wait.beganAt + options.timeout;
  if (readAt >= deadline) return { ...fail(wait, "timeout"), report };
  const sent = answeredAt === undefined ? undefined : { sentAt: startedAt, answeredAt };
  const at = Math.min(nextPoll(readAt, sent, options.pollInterval), deadline);
  return { wait, step: { do: "poll", at }, report };
}

function finish(wait: Wait): WaitTransition {
  return { wait, step: { do: "finish" } };
}

function fail(wait: Wait, reason: WaitFailure, cause?: unknown): WaitTransition {
  return { wait, step: { do: "fail", reason, cause } };
}

/** Ends the wait for an error; a deployment that may be running is not forgotten over it. */
function cannotFollow(wait: Wait, error: unknown): WaitTransition {
  return fail(wait, wait.ours === undefined ? "error" : "unreadable", error);
}

function withStatus(wait: Wait, { status, at }: { status: DeployStatus | undefined; at: number }): Wait {
  return { ...wait, status, readAt: at, failingSince: undefined };
}

function beforeStart(wait: Wait, now: number): Wait {
  return { ...wait, phase: { name: "beforeStart", quietSince: now, lastProgress: "" } };
}

function appearing(wait: Wait, now: number, answered: boolean): Wait {
  return {
    ...wait,
    phase: { name: "appearing", since: now, answered },
    answeredAt: now,
    readAt: -Infinity,
  };
}

function running(wait: Wait, seen: SeenRunning, also: { imported?: true } = {}): WaitTransition {
  return poll({ ...wait, phase: { name: "running", seen, missingSince: undefined, ...also } }, "running");
}

/** Whether no start before the last one may have worked: that would have left this phase. */
function isFirstStart({ phase }: Wait): boolean {
  return phase.name === "beforeStart";
}

function withoutOurs(wait: Wait): Wait {
  return { ...wait, ours: undefined };
}

/** Whether a deployment of an earlier operation runs, or has just been published. */
function isJoinable(ours: OwnDeployment | undefined, status: DeployStatus | undefined): boolean {
  if (ours === undefined) return false;
  const kind = statusKind(status, ours);
  if (kind === "ended") return status?.publishingStatus === "published";
  return kind === "deploying" && !isOfAnotherType(status, ours.type);
}

/** Whether a result is that of an import that was just seen: it has no type, and ours had shown one. */
function endsImport(phase: WaitPhase, status: DeployStatus | undefined): boolean {
  if (phase.name !== "running" || phase.imported !== true || status?.deployType !== undefined) return false;
  return phase.seen.status?.deployType !== undefined;
}

/** Whose an `old` result is: a coarse `deploy_at` may be that of two deployments. */
function owner(
  kind: StatusKind,
  { ours, status, shownBefore, startedAt }: Wait,
  now: number,
  seen?: SeenRunning,
): ReturnType<typeof ownerOfEqualMark> {
  if (kind !== "old" || ours === undefined) return "before";
  return ownerOfEqualMark(ours.before, { status, shownBefore, startedAt, seen, now });
}

/** The first status after a start is read soon, for the deployment to be seen while it runs. Milliseconds. */
const firstPoll = 1000;

/**
 * The second one, for a short deployment not to wait as long again until its end is seen. It counts from the answer to the
 * start, because that is the latest moment at which the deployment can have begun.
 */
const secondPoll = 2050;

/** No two reads are closer. */
const smallestGap = 1000;

/** Timers may end a little too soon. */
const tolerance = 20;

/** A start of ours, in the clock's milliseconds. */
interface SentStart {
  sentAt: number;
  /** When it was answered, or given up. */
  answeredAt: number;
}

/**
 * When to read the status next: a poll interval after the last read, and sooner twice right after a start.
 *
 * @param readAt when it was read last; before `start.sentAt` if it was not read since
 * @param start `undefined` for a deployment of somebody else or of an earlier operation
 */
export function nextPoll(readAt: number, start: SentStart | undefined, pollInterval: number): number {
  if (start === undefined) return readAt + pollInterval;
  const first = start.sentAt + Math.min(firstPoll, pollInterval);
  if (readAt <= start.sentAt) return first;
  const second = start.answeredAt + secondPoll;
  const third = start.sentAt + firstPoll + pollInterval;
  const isAhead = (time: number) => readAt < time - tolerance;
  if (!isAhead(third) || second + smallestGap > third) return readAt + pollInterval;
  return Math.max(isAhead(second) ? second : third, readAt + smallestGap);
}
