import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import type { Job, JobStep } from "./job";

const variables = z.record(z.string(), z.string()).default({});

const step = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  env: variables,
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});

const job = z.strictObject({
  if: z.string().optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  environment: z.string(),
  env: variables,
  steps: z.array(step),
});

/** The parts of a workflow that the pipelines use; a misspelt key is an error. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }),
  jobs: z.record(z.string(), job),
});

export type Workflow = z.infer<typeof workflow>;

export async function readWorkflow(folder: string, name: string): Promise<Workflow> {
  return workflow.parse(load(await readFile(join(folder, ".github", "workflows", `${name}.yml`), "utf8")));
}

/** The commands of the workflow's job; expressions are replaced by `values`. */
export function githubJob({ jobs }: Workflow, name: string, values: Readonly<Record<string, string>>): Job {
  const found = jobs[name];
  if (found === undefined) throw new Error(`There is no job ${name}.`);
  const filled = (env: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(env).map(([key, text]) => [key, fill(text, values)]));
  const steps = found.steps.flatMap(({ name: title, run, if: condition, env }): JobStep[] =>
    run === undefined ? [] : [{ name: title ?? run, run, runs: runsWhen(condition), env: filled(env) }],
  );
  return { env: filled(found.env), steps };
}

/** An expression whose value the test does not give is a mistake in the pipeline, or in its documentation. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`Nothing is known of \${{ ${expression} }}.`);
    return value;
  });
}

function runsWhen(condition = "success()"): JobStep["runs"] {
  const text = condition.replace(/^\$\{\{ (.*) \}\}$/, "$1").replace(/ && hashFiles\('[\w.]+'\) != ''$/, "");
  switch (text) {
    case "success()":
      return { success: true, failure: false, canceled: false };
    case "!cancelled()":
      return { success: true, failure: true, canceled: false };
    case "cancelled()":
      return { success: false, failure: false, canceled: true };
    default:
      throw new Error(`Nothing is known of the condition ${condition}.`);
  }
}
