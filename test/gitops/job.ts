/** A command of a job. */
export interface JobStep {
  name: string;
  run: string;
  /** Whether it runs, after all before it went well, after one failed, and after the job was cancelled. */
  runs: Readonly<Record<JobState, boolean>>;
  /** Variables of its own beside the job's. */
  env: Readonly<Record<string, string>>;
}

export type JobState = "success" | "failure" | "canceled";

/** A job of a pipeline, whatever runs it. */
export interface Job {
  env: Readonly<Record<string, string>>;
  steps: readonly JobStep[];
}
