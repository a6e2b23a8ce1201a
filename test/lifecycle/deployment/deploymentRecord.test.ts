import { unpublishedNotice } from "../../../provider/deploy/context";
import {
  deploymentSummary,
  isDeploymentDue,
  recordAfterDrift,
  recordAfterRead,
  withDigestRenamed,
  type DeploymentRecord,
} from "../../../provider/deploy/record";
import { statusOf } from "./recordedApi";

const before = { status: "published", deployAt: "10:00" };
const started = { digest: "now", type: "deploy", before };

const due: [string, DeploymentRecord, boolean, boolean][] = [
  ["nothing of it is known", {}, true, true],
  ["nothing of it is known, and deploy.onUpdate is false", {}, false, false],
  ["it was published", { published: "now" }, true, false],
  ["another configuration was published", { published: "before" }, true, true],
  ["no deployment was asked for", { waived: "now" }, true, false],
  ["no deployment was asked for another one", { waived: "before" }, true, true],
  ["it was started and nobody waited", { started }, true, false],
  ["another one was started", { started: { ...started, digest: "before" } }, true, true],
  ["a deployment is owed", { owed: true }, true, true],
  ["a deployment is owed, and deploy.onUpdate is false", { owed: true }, false, true],
  ["a deployment is owed, although it was published once", { owed: true, published: "now" }, true, true],
  ["a deployment is owed and perhaps still runs", { owed: true, started }, true, true],
];

test.each(due)("whether a saved configuration is deployed where %s", (_where, record, onUpdate, expected) => {
  expect(isDeploymentDue(record, "now", onUpdate)).toBe(expected);
});

describe("after a look at the status the state remembers", () => {
  const shown = (status: string, at: string) => statusOf({ publishing_status: status, deploy_at: at });
  const looks: [string, DeploymentRecord, ReturnType<typeof shown> | undefined, DeploymentRecord][] = [
    ["that ours was published", { started }, shown("published", "10:05"), { published: "now" }],
    [
      "that an owed one was published",
      { owed: true, started },
      shown("published", "10:05"),
      { published: "now" },
    ],
    ["that ours failed", { started }, shown("error", "10:05"), { owed: true }],
    ["that ours timed out", { started, waived: "x" }, shown("timeout", "10:00"), { owed: true, waived: "x" }],
    ["that ours still runs", { started }, statusOf({ is_deploying: true }), { started }],
    ["ours as it was while the old result shows", { started }, shown("published", "10:00"), { started }],
    ["ours as it was where there is no history", { started }, undefined, { started }],
    [
      "nothing new where nothing of ours was started",
      { published: "a" },
      shown("error", "9:00"),
      { published: "a" },
    ],
  ];
  test.each(looks)("%s", (_what, record, status, expected) => {
    expect(recordAfterRead(record, status)).toEqual(expected);
  });
});

test("after drift nobody knows what is published, but what is owed stays owed", () => {
  expect(recordAfterDrift({ published: "now", owed: true })).toEqual({ owed: true });
});

test.each<DeploymentRecord>([{ published: "now" }, { waived: "now" }, { started }])(
  "a configuration that goes by another digest from now on needs no deployment for it with %j",
  (record) => {
    const renamed = withDigestRenamed({ ...record, owed: false }, "now", "later");
    expect(isDeploymentDue(renamed, "later", true)).toBe(false);
    expect(isDeploymentDue(renamed, "now", true)).toBe(true);
    expect(withDigestRenamed(record, "another", "later")).toEqual(record);
  },
);

test("the output names status, type and end of the latest deployment", () => {
  const status = statusOf({ publishing_status: "published", deploy_type: "Full Deploy", deploy_at: "10:00" });
  const summary = deploymentSummary(status);
  expect(summary).toEqual({ status: "published", type: "Full Deploy", finishedAt: "10:00" });
});

test("a host without a deployment has no such output", () => {
  expect(deploymentSummary(undefined)).toBeUndefined();
});

test.each([
  [{ owed: true }, "error", 'has not been published yet (the latest deployment ended in "error")'],
  [{ owed: true }, "deploy", "has not been published yet (a deployment was still running at the last look)"],
  [{ owed: true }, "import", "has not been published yet (an import was running at the last look)"],
  [{ owed: true }, "published", "has not been published yet (the latest deployment was of something else)"],
  [{ owed: true }, undefined, "has not been published yet"],
  [{}, "published", "may not have been published yet"],
])("what %j owes after %s is told in words", (record, status, words) => {
  const latest = status === undefined ? undefined : { status };
  expect(unpublishedNotice("Host 12", record, latest).text).toBe(
    `Host 12: what is saved ${words}; \`pulumi up\` deploys it.`,
  );
});
