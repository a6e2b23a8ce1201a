import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { examples } from "../examples/exampleFolder";
import { readWorkflow, type Workflow } from "./githubWorkflow";
import { readGitlabPipeline, type GitlabPipeline } from "./gitlabPipeline";

const folder = join(examples, "gitops-yaml");
const documents = {
  "its README": join(folder, "README.md"),
  "docs/gitops.md": resolve(__dirname, "..", "..", "docs", "gitops.md"),
};

const names = ["drift", "preview", "up"] as const;

describe("the workflows for GitHub Actions", () => {
  const workflows = new Map<string, Workflow>();
  const workflow = (name: string): Workflow => {
    const found = workflows.get(name);
    if (found === undefined) throw new Error(`There is no workflow ${name}.`);
    return found;
  };
  const jobs = (name: string) => Object.values(workflow(name).jobs);

  beforeAll(async () => {
    for (const name of names) workflows.set(name, await readWorkflow(folder, name));
  });

  it("are all read here", async () => {
    const files = await readdir(join(folder, ".github", "workflows"));
    expect(files.sort()).toEqual(names.map((name) => `${name}.yml`));
  });

  it.each(names)("pin the actions of %s by commit, and keep no credentials in the checkout", (name) => {
    const used = jobs(name).flatMap(({ steps }) => steps.filter(({ uses }) => uses !== undefined));
    expect(used.map(({ uses }) => uses?.split("@")[0])).toEqual([
      "actions/checkout",
      "actions/setup-node",
      "pulumi/actions",
    ]);
    for (const { uses } of used) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(used[0]?.with).toEqual({ "persist-credentials": false });
  });

  it("have the least permissions", () => {
    expect(names.map((name) => [name, workflow(name).permissions])).toEqual([
      ["drift", { contents: "read" }],
      ["preview", { contents: "read", "pull-requests": "write" }],
      ["up", { contents: "read" }],
    ]);
  });

  it("stop no run of the stack for a newer one, and let no check take the place of an up that waits", () => {
    expect(workflow("up").concurrency).toEqual({ group: "up-production", "cancel-in-progress": false });
    expect(workflow("drift").concurrency.group).not.toBe(workflow("up").concurrency.group);
  });

  it("show a fork's pull request no secret", () => {
    expect(Object.keys(workflow("preview").on)).toEqual(["pull_request"]);
    for (const job of jobs("preview"))
      expect(job.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
  });

  it("wait longer than a deployment may take by default", () => {
    for (const job of jobs("up")) expect(job["timeout-minutes"] * 60).toBeGreaterThan(1800);
  });

  it("take each environment's own secrets", () => {
    expect(names.flatMap((name) => jobs(name).map(({ environment }) => environment))).toEqual([
      "drift",
      "preview",
      "production",
    ]);
  });
});

describe("the pipeline for GitLab CI", () => {
  let pipeline: GitlabPipeline;

  beforeAll(async () => {
    pipeline = await readGitlabPipeline(folder);
  });

  it("lets one job at a time work on the stack, and stops none for a newer one", () => {
    expect([pipeline.up.resource_group, pipeline.drift.resource_group]).toEqual(["production", "production"]);
    expect(pipeline.up.interruptible).toBe(false);
  });

  it("runs each job in its own case only", () => {
    expect(names.map((name) => pipeline[name].rules.map((rule) => rule.if))).toEqual([
      ['$CI_PIPELINE_SOURCE == "schedule"'],
      [
        '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID',
      ],
      ['$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"'],
    ]);
  });

  it("has an image of a fixed version", () => {
    expect(pipeline.default.image).toMatch(/^pulumi\/pulumi-nodejs:\d+\.\d+\.\d+$/);
  });
});

describe.each(Object.entries(documents))("%s", (_, file) => {
  it("explains every secret and variable that the pipelines take", async () => {
    const text = await readFile(file, "utf8");
    const given = new Set<string>();
    for (const name of names) {
      const source = await readFile(join(folder, ".github", "workflows", `${name}.yml`), "utf8");
      for (const [, variable = ""] of source.matchAll(/(?:secrets|vars)\.(\w+)/g)) given.add(variable);
    }
    const gitlab = await readFile(join(folder, ".gitlab-ci.yml"), "utf8");
    for (const [, variable = ""] of gitlab.matchAll(/\$(\w+)/g)) {
      if (!variable.startsWith("CI_") && variable !== "STACK") given.add(variable);
    }
    const script = await readFile(join(folder, ".gitlab", "comment.mjs"), "utf8");
    const [, fromScript = ""] = /const \{ (.*) \} = process\.env/.exec(script) ?? [];
    for (const variable of fromScript.split(", ")) if (!variable.startsWith("CI_")) given.add(variable);
    expect([...given].sort()).toEqual([
      "COMMENT_TOKEN",
      "HOSTCONFIG_TOKEN",
      "PULUMI_BACKEND_URL",
      "PULUMI_CONFIG_PASSPHRASE",
    ]);
    for (const variable of given) expect(text).toMatch(new RegExp(`^\\| \`${variable}\` `, "m"));
  });

  it("links to files that are there", async () => {
    const text = await readFile(file, "utf8");
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link);
    for (const link of links) await expect(readFile(resolve(file, "..", link), "utf8")).resolves.not.toBe("");
  });
});
