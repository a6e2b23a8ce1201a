import {
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  UnauthorizedError,
} from "../../../provider/api/errors";
import type { DeployStatus } from "../../../provider/api/hostConfigApi";
import { deployOptionsIn, type DeployOptions } from "../../../provider/deploy/options";
import type { DeploymentMark } from "../../../provider/deploy/status";
import {
  beginWait,
  type Wait,
  type WaitEvent,
  type WaitPhase,
  type WaitTransition,
} from "../../../provider/deploy/wait";
import { nextStep } from "../../../provider/deploy/waitRule";
import { statusOf } from "./recordedApi";

const before = { status: "published", deployAt: "10:00" };
const statuses = {
  none: undefined,
  idle: statusOf({ publishing: false, publishing_status: "reset", is_deploying: false }),
  deploying: statusOf({ publishing: true, publishing_status: "deploy", is_deploying: true }),
  importing: statusOf({ publishing: false, publishing_status: "import", is_deploying: false }),
  old: statusOf({ publishing: false, publishing_status: "published", deploy_at: "10:00" }),
  oldTimeout: statusOf({ publishing: false, publishing_status: "timeout", deploy_at: "10:00" }),
  oldWithoutTime: statusOf({ publishing: false, publishing_status: "published" }),
  ended: statusOf({ publishing: false, publishing_status: "error", deploy_at: "10:05" }),
  others: statusOf({
    publishing: false,
    publishing_status: "published",
    deploy_at: "10:05",
    deploy_type: "Full Deploy",
  }),
  othersRunning: statusOf({ publishing: true, publishing_status: "deploy", deploy_type: "Full Deploy" }),
} satisfies Record<string, DeployStatus | undefined>;

const now = 1_000_000;
const moment = { now, aborted: false };
const defaults = deployOptionsIn({ waitByDefault: true }, undefined);

/** A wait that has come to a phase; its deployment was started a minute ago. */
function waitIn(phase: WaitPhase, more: Partial<Wait> = {}, options: Partial<DeployOptions> = {}): Wait {
  return {
    ...beginWait({ ...defaults, ...options }, undefined, now - 60_000),
    phase,
    mayStart: true,
    readAt: now - 3000,
    ours: phase.name === "beforeStart" ? undefined : oursAfter(before),
    shownBefore: statuses.old,
    ...more,
  };
}

function oursAfter(mark: DeploymentMark) {
  return { type: "deploy", before: mark };
}

function afterStatus(wait: Wait, status: DeployStatus | undefined, at = now): WaitTransition {
  return nextStep(wait, { name: "status", status, at }, { now: at, aborted: false });
}

function textOf({ wait, step }: WaitTransition): string {
  if (step.do === "poll") return `poll ${wait.phase.name}`;
  return step.do === "fail" ? `fail ${step.reason}` : step.do;
}

const beforeStart: WaitPhase = { name: "beforeStart", quietSince: now, lastProgress: "" };
const appearing = (seconds: number, answered = true): WaitPhase => ({
  name: "appearing",
  since: now - seconds * 1000,
  answered,
});
const running = (missing?: number): WaitPhase => ({
  name: "running",
  seen: { at: now - 60_000, status: statuses.deploying, grows: false },
  missingSince: missing === undefined ? undefined : now - missing * 1000,
});

type Row = [string, WaitPhase, keyof typeof statuses, string, { whenBusy?: "fail" | "reset" }?];

const rows: Row[] = [
  ["a host without a history can start", beforeStart, "none", "start"],
  ["an idle host can start", beforeStart, "idle", "start"],
  ["a host whose deployment has finished can start", beforeStart, "old", "start"],
  ["a deploying host is waited for", beforeStart, "deploying", "poll beforeStart"],
  ["an importing host is waited for", beforeStart, "importing", "poll beforeStart"],
  ["a deploying host is a failure", beforeStart, "deploying", "fail busy", { whenBusy: "fail" }],
  ["an importing host is a failure", beforeStart, "importing", "fail busy", { whenBusy: "fail" }],
  [
    "nothing is reset at the first status",
    beforeStart,
    "deploying",
    "poll beforeStart",
    { whenBusy: "reset" },
  ],

  ["a deployment that shows is running", appearing(1), "deploying", "poll running"],
  ["an ended one that is not the old one is ours", appearing(1), "ended", "finish"],
  ["one of another type is waited past", appearing(30), "others", "poll appearing"],
  ["one of another type for longer than the grace period", appearing(31), "others", "fail replaced"],
  ["one of another type after a lost start", appearing(31, false), "others", "start"],
  ["an old one is waited past", appearing(30), "old", "poll appearing"],
  ["an old one for longer than the grace period", appearing(30.001), "old", "fail neverAppeared"],
  ["no history for longer than the grace period", appearing(31), "none", "fail neverAppeared"],
  ["an idle host for longer than the grace period", appearing(31), "idle", "fail neverAppeared"],
  ["an import does not count as grace period", appearing(31), "importing", "poll appearing"],
  ["a lost start is looked for", appearing(30, false), "old", "poll appearing"],
  ["a lost start that left no trace is tried again", appearing(31, false), "old", "start"],

  ["a running deployment goes on", running(), "deploying", "poll running"],
  ["an ended deployment is finished", running(), "ended", "finish"],
  ["an ended one of another type is not ours", running(), "others", "fail replaced"],
  ["an old status while ours runs is waited past", running(), "old", "poll running"],
  ["the old published for longer than the grace period is not ours", running(31), "old", "fail vanished"],
  ["a timeout like the one before is ours in the end", running(31), "oldTimeout", "finish"],
  ["a missing history is waited past", running(30), "none", "poll running"],
  ["a missing history for longer than the grace period", running(31), "none", "fail vanished"],
  ["an idle host for longer than the grace period", running(31), "idle", "fail vanished"],
  ["an import after ours is waited past", running(31), "importing", "poll running"],
];

describe("a status in a phase of the wait gives the next step:", () => {
  test.each(rows)("%s", (...[, phase, kind, step, options]) => {
    expect(textOf(afterStatus(waitIn(phase, {}, options), statuses[kind]))).toBe(step);
  });

  test("without deploy_at the same result as before ends a deployment that was seen running", () => {
    const wait = waitIn(running(), { ours: oursAfter({ status: "published" }) });
    expect(textOf(afterStatus(wait, statuses.oldWithoutTime))).toBe("finish");
  });

  test("the time without the deployment starts anew when it shows again", () => {
    const { wait } = afterStatus(waitIn(running(29)), statuses.deploying);
    expect(wait.phase).toMatchObject({ name: "running", missingSince: undefined });
  });

  test.each([
    ["is reset after more than five minutes without progress", 300.001, "deploying", "reset"],
    ["is not reset after exactly five minutes", 300, "deploying", "poll beforeStart"],
    ["is not reset when it is an import", 301, "importing", "poll beforeStart"],
  ] as const)("what keeps the host busy %s", (_rule, seconds, kind, expected) => {
    const wait = waitIn(beforeStart, {}, { whenBusy: "reset" });
    const first = afterStatus(wait, statuses[kind], now - seconds * 1000);
    expect(textOf(afterStatus(first.wait, statuses[kind]))).toBe(expected);
  });

  test.each<[string, Parameters<typeof statusOf>[0], Parameters<typeof statusOf>[0]?]>([
    ["its output grows", { job_stdout: "step 2" }],
    ["another deployment has followed it", { deploy_at: "10:05" }],
    ["it has followed an import", { publishing_status: "deploy" }, { publishing_status: "import" }],
  ])("the five minutes of what keeps the host busy start anew when %s", (_rule, later, earlier = {}) => {
    const wait = waitIn(beforeStart, {}, { whenBusy: "reset" });
    const shown = { publishing: true, publishing_status: "deploy", job_stdout: "step 1", deploy_at: "10:00" };
    const first = afterStatus(wait, statusOf({ ...shown, ...earlier }), now - 301_000);
    const next = afterStatus(first.wait, statusOf({ ...shown, ...later }));
    expect(next).toMatchObject({ step: { do: "poll" }, wait: { phase: { quietSince: now } } });
  });

  test("the grace period starts anew after an import that came before our deployment", () => {
    const next = afterStatus(waitIn(appearing(31)), statuses.importing);
    expect(next).toMatchObject({ step: { do: "poll" }, wait: { phase: appearing(0) } });
  });
});

describe("before the save", () => {
  const first = (wait: Wait, status: DeployStatus | undefined) =>
    nextStep(wait, { name: "firstStatus", status, at: now }, moment);
  const joining = beginWait(defaults, oursAfter(before), now);
  const published = statusOf({ publishing_status: "published", deploy_at: "10:05" });

  test.each<[string, Wait, DeployStatus | undefined, string]>([
    ["a free host is ready", beginWait(defaults, undefined, now), statuses.old, "ready"],
    [
      "a busy host is waited for",
      beginWait(defaults, undefined, now),
      statuses.deploying,
      "poll beforeStart",
    ],
    [
      "ours of an earlier operation that still runs is no work of others",
      joining,
      statuses.deploying,
      "ready",
    ],
    ["one of another type is work of others", joining, statuses.othersRunning, "poll beforeStart"],
  ])("%s", (_case, wait, status, step) => {
    expect(textOf(first(wait, status))).toBe(step);
  });

  test.each<[string, DeployStatus | undefined, boolean, string]>([
    ["ours that still runs is joined", statuses.deploying, false, "poll running"],
    ["ours that was published meanwhile is joined", published, false, "finish"],
    ["ours that still runs does not count after a save", statuses.deploying, true, "poll beforeStart"],
    ["ours that was published does not count after a save", published, true, "start"],
    ["ours that failed is started again", statuses.ended, false, "start"],
    ["ours that does not show is started again", statuses.old, false, "start"],
  ])("of an earlier operation, %s", (_case, status, saved, step) => {
    const next = nextStep(first(joining, status).wait, { name: "proceed", saved }, moment);
    expect(textOf(next)).toBe(step);
    expect(next.wait.joined).toBe(step !== "start" && !saved);
  });

  test("a status that is older than a poll interval is read again before the start", () => {
    const { wait } = first(beginWait(defaults, undefined, now), statuses.old);
    const later = { now: now + 3001, aborted: false };
    const next = nextStep(wait, { name: "proceed", saved: true }, later);
    expect(next.step).toEqual({ do: "poll", at: now + 3000 });
    expect(textOf(afterStatus(next.wait, statuses.old, now + 3001))).toBe("start");
  });

  test("nothing is started after Ctrl-C", () => {
    const { wait } = first(beginWait(defaults, undefined, now), statuses.old);
    const next = nextStep(wait, { name: "proceed", saved: true }, { now, aborted: true });
    expect(next).toMatchObject({ step: { do: "fail", reason: "interrupted" }, wait: { ours: undefined } });
  });
});

const call = { endpoint: "POST /api/v1/hosts/12/deploy", address: "https://panel.example.com" };
const errors = {
  busy: new BadRequestError({ ...call, serviceMessage: "Host is currently deploying" }),
  importing: new BadRequestError({ ...call, serviceMessage: "An account import is under way" }),
  badType: new BadRequestError({ ...call, serviceMessage: "The selected type is invalid." }),
  silent: new BadRequestError(call),
  lost: brokenConnection(true),
  unreachable: brokenConnection(false),
  forbidden: new ForbiddenError(call),
  unauthorized: new UnauthorizedError(call),
  stopped: new Error("stopped by the user"),
};

function brokenConnection(mayHaveHappened: boolean): ConnectionError {
  const connection = { host: "panel.example.com", code: "ECONNRESET", sent: true, explanation: "It broke." };
  return new ConnectionError({ ...call, ...connection, mayHaveHappened, transient: true });
}

type FailedCall = keyof typeof errors;

describe("a start that is", () => {
  /** A wait whose start was sent just now: the first one, or another one after its answer was lost. */
  const first = afterStatus(waitIn(beforeStart), statuses.old).wait;
  const lost = nextStep(first, { name: "startFailed", error: errors.lost }, moment).wait;
  const second = afterStatus({ ...lost, phase: appearing(31, false) }, statuses.old).wait;
  const failed = (wait: Wait, error: FailedCall, at = { ...moment }) =>
    nextStep(wait, { name: "startFailed", error: errors[error] }, at);

  test("sent is compared with what had finished before", () => {
    expect(first).toMatchObject({ ours: oursAfter(before), shownBefore: statuses.old, startedAt: now });
    expect(second.ours).toEqual(first.ours);
  });

  test.each<[string, Wait, FailedCall, string, boolean]>([
    ["refused by a busy host is tried again when that is free", first, "busy", "poll beforeStart", false],
    ["refused because of an import is tried again", first, "importing", "poll beforeStart", false],
    ["refused without a reason is tried again", first, "silent", "poll beforeStart", false],
    ["refused for its type fails", first, "badType", "fail refused", false],
    ["not allowed fails with that error", first, "forbidden", "fail error", false],
    ["not sent fails with that error", first, "unreachable", "fail error", false],
    ["not answered is looked for", first, "lost", "poll appearing", true],
    ["refused by the host that the try before made busy has worked", second, "busy", "poll appearing", true],
    ["refused without a reason after a lost one has worked", second, "silent", "poll appearing", true],
    ["refused for its type after a lost one is remembered", second, "badType", "fail refused", true],
    ["not allowed after a lost one is remembered", second, "forbidden", "fail unreadable", true],
    ["not answered again is looked for again", second, "lost", "poll appearing", true],
  ])("%s", (_case, wait, error, step, remembered) => {
    const next = failed(wait, error);
    expect(textOf(next)).toBe(step);
    expect(next.wait.ours !== undefined).toBe(remembered);
  });

  test("refused by a busy host is a failure with whenBusy: fail", () => {
    const wait = { ...first, options: { ...first.options, whenBusy: "fail" as const } };
    expect(textOf(failed(wait, "busy"))).toBe("fail busy");
    expect(textOf(failed(wait, "silent"))).toBe("poll beforeStart");
  });

  test("refused for longer than the grace period, by a host that looks free, fails", () => {
    const refused = failed(first, "busy").wait;
    expect(textOf(failed(refused, "busy", { now: now + 30_000, aborted: false }))).toBe("poll beforeStart");
    expect(textOf(failed(refused, "busy", { now: now + 30_001, aborted: false }))).toBe("fail refused");
  });

  test("refused by a host that shows as busy in between gets another grace period", () => {
    const busy = afterStatus(failed(first, "busy").wait, statuses.deploying, now + 20_000).wait;
    expect(textOf(failed(busy, "busy", { now: now + 40_000, aborted: false }))).toBe("poll beforeStart");
  });

  test("interrupted may run, and is remembered", () => {
    const next = failed(first, "stopped", { now, aborted: true });
    expect(next).toMatchObject({ step: { reason: "interrupted" }, wait: { ours: oursAfter(before) } });
  });

  test("without an answer three times is not tried again", () => {
    const wait = { ...lost, phase: appearing(31, false), lostStarts: [1, 2, 3].map(() => errors.lost) };
    const next = afterStatus(wait, statuses.old);
    expect(next).toMatchObject({ step: { do: "fail", reason: "unanswered", cause: errors.lost } });
    expect(next.wait.ours).toEqual(oursAfter(before));
  });

  test.each<[string, WaitEvent, string]>([
    ["answered is not waited for", { name: "startAnswered" }, "leave"],
    ["not answered is looked for", { name: "startFailed", error: errors.lost }, "poll appearing"],
  ])("%s where deploy.wait is false", (_case, event, step) => {
    const wait = { ...first, options: { ...first.options, wait: false } };
    expect(textOf(nextStep(wait, event, moment))).toBe(step);
  });
});

describe("a reset", () => {
  const wait = waitIn(beforeStart, {}, { whenBusy: "reset" });
  const failed = (from: Wait, error: FailedCall, aborted = false) =>
    nextStep(from, { name: "resetFailed", error: errors[error] }, { now, aborted });

  test("that worked begins the five minutes anew", () => {
    const next = nextStep(wait, { name: "resetAnswered" }, moment);
    expect(next.wait.phase).toEqual({ name: "beforeStart", quietSince: now, lastProgress: "" });
    expect(textOf(next)).toBe("poll beforeStart");
  });

  test("that is not allowed fails with that error", () => {
    expect(failed(wait, "forbidden").step).toEqual({
      do: "fail",
      reason: "error",
      cause: errors.forbidden,
    });
  });

  test("without a good answer is tried again, three times in all", () => {
    const second = failed(wait, "lost");
    const third = failed(second.wait, "unreachable");
    expect([second, third, failed(third.wait, "lost")].map(textOf)).toEqual([
      "poll beforeStart",
      "poll beforeStart",
      "fail error",
    ]);
  });

  test("can be interrupted", () => {
    expect(textOf(failed(wait, "stopped", true))).toBe("fail interrupted");
  });
});

describe("a status that cannot be read", () => {
  const failed = (from: Wait, error: FailedCall, seconds = 0, aborted = false) => {
    const at = now + seconds * 1000;
    return nextStep(from, { name: "statusFailed", error: errors[error], at }, { now: at, aborted });
  };

  test("is read again for two minutes", () => {
    const { wait } = failed(waitIn(running()), "unreachable");
    expect(textOf(failed(wait, "unreachable", 120))).toBe("poll running");
    expect(textOf(failed(wait, "unreachable", 121))).toBe("fail connection");
  });

  test("and then can, is read for another two minutes", () => {
    const { wait } = failed(waitIn(running()), "unreachable");
    const answered = afterStatus(wait, statuses.deploying, now + 60_000).wait;
    expect(textOf(failed(answered, "unreachable", 121))).toBe("poll running");
  });

  test.each<[string, WaitPhase, FailedCall, boolean, string]>([
    [
      "ends the wait for our deployment if the service refuses it",
      running(),
      "unauthorized",
      false,
      "unreadable",
    ],
    ["is an error by itself before our start", beforeStart, "unauthorized", false, "error"],
    ["ends the wait when the user stops it", running(), "stopped", true, "interrupted"],
  ])("%s", (_case, phase, error, aborted, reason) => {
    const { step, wait } = failed(waitIn(phase), error, 0, aborted);
    expect(step).toMatchObject({ do: "fail", reason, cause: errors[error] });
    expect(wait.ours !== undefined).toBe(phase.name === "running");
  });
});

describe("the time for the whole wait", () => {
  const options = { timeout: 60_000 };

  test("ends with a last read", () => {
    const { step } = afterStatus(waitIn(running(), {}, options), statuses.deploying, now - 1000);
    expect(step).toEqual({ do: "poll", at: now });
  });

  test.each<[string, WaitPhase, keyof typeof statuses]>([
    ["our deployment runs", running(), "deploying"],
    ["our deployment has not appeared", appearing(1), "old"],
    ["the host is busy", beforeStart, "importing"],
  ])("is up while %s", (_where, phase, kind) => {
    expect(textOf(afterStatus(waitIn(phase, {}, options), statuses[kind]))).toBe("fail timeout");
  });
});

describe("of a deployment that was lost the state remembers", () => {
  test.each<[string, WaitPhase, keyof typeof statuses, boolean]>([
    ["one that may come late", appearing(31), "old", true],
    ["one that may come late on a host without a history", appearing(31), "none", true],
    ["none that an import could be taken for", appearing(31), "oldWithoutTime", false],
    ["none that another one has replaced", running(), "others", false],
    ["none that another one replaces", running(), "othersRunning", false],
    ["none that has vanished", running(31), "none", false],
  ])("%s", (_what, phase, kind, remembered) => {
    const seen = { at: now, status: statusOf({ is_deploying: true, deploy_type: "deploy" }), grows: false };
    const own = phase.name === "running" ? { ...phase, seen } : phase;
    const mark = kind === "oldWithoutTime" ? { status: "published" } : before;
    const { step, wait } = afterStatus(waitIn(own, { ours: oursAfter(mark) }), statuses[kind]);
    expect(step.do).toBe("fail");
    expect(wait.ours !== undefined).toBe(remembered);
  });
});
