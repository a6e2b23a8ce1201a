import { DeploymentRun } from "../../../provider/deploy/deploymentRun";
import { deployOptionsIn } from "../../../provider/deploy/options";
import { DeploymentProgress } from "../../../provider/deploy/progress";
import { withSecrets } from "../../../provider/resource/lifecycle";
import { stage } from "./stage";
import type { Course } from "./timeline";
import { statusOf } from "./recordedApi";

const old = {
  publishing: false,
  publishing_status: "published",
  deploy_at: "10:00",
  job_stdout: "old line\n",
};

function running(output?: string) {
  const status = { publishing: true, publishing_status: "deploy", is_deploying: true };
  return output === undefined ? status : { ...status, job_stdout: output };
}

function ended(output: string) {
  return { publishing: false, publishing_status: "published", deploy_at: "10:05", job_stdout: output };
}

async function said(
  afterStart: Course,
  { first = [[0, old]], jsonAdmin = {} }: { first?: Course; jsonAdmin?: Record<string, string> } = {},
): Promise<{ said: string[]; error: unknown }> {
  const starts = [{ answer: "ok" as const, takes: 0, course: afterStart }];
  const set = stage({ course: first, starts });
  const run = await DeploymentRun.prepare(withSecrets(set.context, { json: jsonAdmin }), {
    target: { id: 12, label: "Host 12 (web1)" },
    options: deployOptionsIn({ waitByDefault: true }, undefined),
    record: {},
    digest: "now",
    triggered: false,
  });
  const { error } = await run.finish(false);
  return { said: set.said, error };
}

test("does not say how long a deployment ran that an earlier update has started", async () => {
  const before = { status: "published", deployAt: "10:00" };
  const set = stage({
    course: [
      [0, running("one\n")],
      [3, ended("one\ntwo")],
    ],
    starts: [],
  });
  const run = await DeploymentRun.prepare(set.context, {
    target: { id: 12, label: "Host 12 (web1)" },
    options: deployOptionsIn({ waitByDefault: true }, undefined),
    record: { owed: true, started: { digest: "now", type: "deploy", before } },
    digest: "now",
    triggered: false,
  });
  expect(await run.finish(false)).toMatchObject({ record: { published: "now" } });
  expect(set.said).toEqual([
    "deploy: joining the deployment that an earlier update has started",
    "deploy: running, 0s: one",
    "deploy: 3s: two",
    "deploy: published; an earlier update had started it",
  ]);
});

test("tells the state, the seconds so far and new lines, each once", async () => {
  const seen = await said([
    [0, old],
    [3, running("")],
    [6, running("one\n")],
    [9, running("one\ntwo\nthree\nfo")],
    [12, ended("one\ntwo\nthree\nfour")],
  ]);
  expect(seen.said).toEqual([
    "deploy: starting",
    "deploy: waiting for the deployment to appear, 1s",
    "deploy: waiting for the deployment to appear, 2s",
    "deploy: running, 4s",
    "deploy: running, 7s: one",
    "deploy: running, 10s: two",
    "deploy: running, 10s: three",
    "deploy: 13s: four",
    "deploy: published after 13s",
  ]);
});

test("tells what a busy host is waited for", async () => {
  const first: Course = [
    [0, running()],
    [3, { publishing: false, publishing_status: "import", is_deploying: false }],
    [6, old],
  ];
  const seen = await said([[0, ended("")]], { first });
  expect(seen.said.slice(0, 2)).toEqual([
    "waiting for another deployment to end, 0s",
    "waiting for an import to end, 3s",
  ]);
});

test("shows no line of the deployment before, also where its status shows again for a while", async () => {
  const seen = await said([
    [0, running("new line\n")],
    [3, old],
    [6, running("new line\nnext line\n")],
    [9, ended("new line\nnext line\n")],
  ]);
  expect(seen.said.join("\n")).not.toContain("old line");
  expect(seen.said.filter((line) => line.endsWith(": new line"))).toHaveLength(1);
});

test("tells that the service does not answer", async () => {
  const seen = await said([
    [0, running()],
    [3, "unreachable"],
    [6, ended("")],
  ]);
  expect(seen.said).toContain("deploy: the service does not answer, trying again, 4s");
});

test("says nothing twice in a row", () => {
  const lines: string[] = [];
  const say = (message: string): void => void lines.push(message);
  const progress = new DeploymentProgress({ status: say, info: say, warn: say }, "deploy");
  const status = statusOf(running());
  progress.polled("running", status, 1000);
  progress.polled("running", status, 1400);
  expect(lines).toEqual(["deploy: running, 1s"]);
});

describe("a secret of the resource", () => {
  const key = "-----BEGIN KEY-----\nMIIEabcdefgh\n-----END KEY-----";
  const shown: [string, Record<string, string>, string, string][] = [
    ["as it is", { password: "hunter2secret" }, "login hunter2secret\n", "hunter2secret"],
    ["as it stands in JSON", { password: 'say"hi"\\now' }, 'x={"p":"say\\"hi\\"\\\\now"}\n', "now"],
    ["coloured in between", { password: "hunter2secret" }, "hunter2\u001b[31msecret\u001b[0m\n", "hunter2"],
    ["line by line", { key }, "+  MIIEabcdefgh\n", "MIIE"],
  ];

  test.each(shown)("shows in no status line: %s", async (_how, jsonAdmin, output, part) => {
    const seen = await said(
      [
        [0, running(output)],
        [5, ended(output)],
      ],
      { jsonAdmin },
    );
    expect(seen.said.join("\n")).toContain("[secret]");
    expect(seen.said.join("\n")).not.toContain(part);
  });

  test.each(shown)("shows in no error: %s", async (_how, jsonAdmin, output, part) => {
    const failed = { ...ended(output), publishing_status: "error" };
    const { error } = await said([[0, failed]], { jsonAdmin });
    expect(String(error)).toContain("[secret]");
    expect(String(error)).not.toContain(part);
  });

  test("of several lines makes no line repeat when its last line comes", async () => {
    const seen = await said(
      [
        [0, running(`begin\n${key.slice(0, 33)}\n`)],
        [3, running(`begin\n${key}\n`)],
        [6, ended(`begin\n${key}\n`)],
      ],
      { jsonAdmin: { key } },
    );
    expect(seen.said.filter((line) => line.endsWith(": begin"))).toHaveLength(1);
  });

  test("in YAML is taken out as well as the stack's own", () => {
    const { context } = stage({ course: [], redact: (text) => text.replaceAll("token123", "[secret]") });
    const own = withSecrets(context, { yaml: "db:\n  password: 'hunter2secret'\n" });
    expect(own.redact("token123 hunter2secret rest")).toBe("[secret] [secret] rest");
  });
});
