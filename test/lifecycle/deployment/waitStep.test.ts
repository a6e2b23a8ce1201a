import type { DeployStatus } from "../../../provider/api/hostConfigApi";
import { statusKind, type DeploymentMark, type StatusKind } from "../../../provider/deploy/status";
import { waitStep, type WaitPhase, type WaitRules, type WaitStep } from "../../../provider/deploy/waitRule";
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
const rulesOf = (mark?: DeploymentMark): WaitRules => ({
  whenBusy: "wait",
  ours: mark === undefined ? undefined : { type: "deploy", before: mark },
  shownBefore: statuses.old,
  startedAt: now - 60_000,
});
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
  ["nothing is reset at the first look", beforeStart, "deploying", "poll beforeStart", { whenBusy: "reset" }],

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

describe("a look in a phase of the wait gives the next step:", () => {
  test.each(rows)("%s", (...[, phase, kind, step, rules]) => {
    expect(textOf(waitStep(phase, statuses[kind], now, { ...rulesOf(before), ...rules }))).toBe(step);
  });

  test("without deploy_at the same result as before ends a deployment that was seen running", () => {
    const rules = rulesOf({ status: "published" });
    expect(textOf(waitStep(running(), statuses.oldWithoutTime, now, rules))).toBe("finish");
  });

  test("the time without the deployment starts anew when it shows again", () => {
    const step = waitStep(running(29), statuses.deploying, now, rulesOf(before));
    expect(step).toMatchObject({ do: "poll", phase: { name: "running", missingSince: undefined } });
  });

  test.each([
    ["is reset after more than five minutes without progress", 300.001, "deploying", "reset"],
    ["is not reset after exactly five minutes", 300, "deploying", "poll beforeStart"],
    ["is not reset when it is an import", 301, "importing", "poll beforeStart"],
  ] as const)("what keeps the host busy %s", (_rule, seconds, kind, expected) => {
    const rules = { ...rulesOf(), whenBusy: "reset" as const };
    const first = waitStep(beforeStart, statuses[kind], now - seconds * 1000, rules);
    const phase = first.do === "poll" ? first.phase : beforeStart;
    expect(textOf(waitStep(phase, statuses[kind], now, rules))).toBe(expected);
  });

  test.each<[string, Parameters<typeof statusOf>[0], Parameters<typeof statusOf>[0]?]>([
    ["its output grows", { job_stdout: "step 2" }],
    ["another deployment has followed it", { deploy_at: "10:05" }],
    ["it has followed an import", { publishing_status: "deploy" }, { publishing_status: "import" }],
  ])("the five minutes of what keeps the host busy start anew when %s", (_rule, later, earlier = {}) => {
    const rules = { ...rulesOf(), whenBusy: "reset" as const };
    const shown = { publishing: true, publishing_status: "deploy", job_stdout: "step 1", deploy_at: "10:00" };
    const first = waitStep(beforeStart, statusOf({ ...shown, ...earlier }), now - 301_000, rules);
    const phase = first.do === "poll" ? first.phase : beforeStart;
    const step = waitStep(phase, statusOf({ ...shown, ...later }), now, rules);
    expect(step).toMatchObject({ do: "poll", phase: { quietSince: now } });
  });

  test("the grace period starts anew after an import that came before our deployment", () => {
    const step = waitStep(appearing(31), statuses.importing, now, rulesOf(before));
    expect(step).toEqual({ do: "poll", phase: appearing(0) });
  });
});

function textOf(step: WaitStep): string {
  if (step.do === "poll") return `poll ${step.phase.name}`;
  return step.do === "fail" ? `fail ${step.reason}` : step.do;
}

describe("a status is", () => {
  const kinds: [StatusKind, string, Parameters<typeof statusOf>[0] | undefined][] = [
    ["none", "without a history", undefined],
    ["deploying", "with is_deploying", { publishing_status: "deploy", is_deploying: true }],
    [
      "deploying",
      "with the two fields of the machine description",
      { publishing: true, publishing_status: "deploy" },
    ],
    ["deploying", "with publishing_status alone", { publishing_status: "deploy" }],
    [
      "deploying",
      "without progress, and still active",
      { publishing: true, publishing_status: "deploy", is_deploying: false },
    ],
    [
      "deploying",
      "when is_deploying is ahead of publishing_status",
      { publishing: false, publishing_status: "published", is_deploying: true },
    ],
    [
      "deploying",
      "when publishing is ahead of publishing_status",
      { publishing: true, publishing_status: "published" },
    ],
    ["deploying", "with is_deploying alone", { is_deploying: true }],
    [
      "idle",
      "when it was reset and is still called deploy",
      { publishing: false, publishing_status: "deploy", is_deploying: false },
    ],
    [
      "idle",
      "when it is still called deploy, and is_deploying alone says that it is not",
      { publishing_status: "deploy", is_deploying: false },
    ],
    [
      "idle",
      "in a state that the service does not document",
      { publishing: false, publishing_status: "reset" },
    ],
    ["importing", "during an import", { publishing: true, publishing_status: "import", is_deploying: true }],
    ["old", "with the time of the one before", { publishing_status: "published", deploy_at: "10:00" }],
    ["ended", "with another time", { publishing_status: "published", deploy_at: "10:01" }],
    ["ended", "with another result", { publishing_status: "timeout", deploy_at: "10:00" }],
    [
      "ended",
      "finished, and still marked active by publishing",
      { publishing: true, publishing_status: "error", is_deploying: false },
    ],
  ];
  test.each(kinds)("%s %s", (kind, _when, shown) => {
    expect(statusKind(shown === undefined ? undefined : statusOf(shown), { type: "deploy", before })).toBe(
      kind,
    );
  });

  test("ended where nothing is known of a deployment before", () => {
    expect(statusKind(statuses.old, undefined)).toBe("ended");
  });
});
