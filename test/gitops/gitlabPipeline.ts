import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import type { Job, JobStep } from "./job";

const script = z.array(z.string()).default([]);

const job = z.strictObject({
  stage: z.string(),
  rules: z.array(z.strictObject({ if: z.string() })),
  environment: z.strictObject({
    name: z.string(),
    action: z.enum(["access", "verify", "prepare"]).optional(),
  }),
  resource_group: z.string().optional(),
  interruptible: z.boolean().optional(),
  timeout: z.string(),
  script,
  after_script: script,
  artifacts: z.strictObject({ when: z.string(), paths: z.array(z.string()) }).optional(),
});

/** The parts of a pipeline that are used; a misspelt key is an error. */
const pipeline = z.strictObject({
  stages: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
  default: z.strictObject({ image: z.string(), before_script: script }),
  preview: job,
  up: job,
  drift: job,
});

export type GitlabPipeline = z.infer<typeof pipeline>;

export async function readGitlabPipeline(folder: string): Promise<GitlabPipeline> {
  return pipeline.parse(load(await readFile(join(folder, ".gitlab-ci.yml"), "utf8")));
}

/**
 * The commands of a job.
 *
 * @param variables of the project, and those that GitLab sets
 */
export function gitlabJob(
  read: GitlabPipeline,
  name: "preview" | "up" | "drift",
  variables: Readonly<Record<string, string>>,
): Job {
  const { script: lines, after_script: after } = read[name];
  const main = [...read.default.before_script, ...lines].map((run): JobStep => ({
    name: run,
    run,
    runs: { success: true, failure: false, canceled: false },
    env: {},
  }));
  const last = after.map((run): JobStep => ({
    name: run,
    run,
    runs: { success: true, failure: true, canceled: true },
    env: {},
  }));
  return { env: { ...read.variables, ...variables }, steps: [...main, ...last] };
}
