import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { deployInputs } from "../../../provider/deploy/options";
import { deploymentRecord } from "../../../provider/deploy/record";

/** What a look at the status gives: the answer's fields, or why there is none. */
const look = z.union([
  z.strictObject({
    publishing: z.boolean().optional(),
    publishing_status: z.string().optional(),
    is_deploying: z.boolean().optional(),
    job_stdout: z.string().optional(),
    deploy_at: z.string().optional(),
    deploy_type: z.string().optional(),
  }),
  /** 404; connection lost; token not accepted. */
  z.enum(["none", "unreachable", "unauthorized"]),
]);

/** Statuses by the second from which on they show. */
const course = z.array(z.tuple([z.number(), look]));

/** What a write is answered, how long that takes, and what the statuses are from then on, in seconds since. */
const answer = z.strictObject({
  answer: z.enum(["ok", "busy", "badType", "empty400", "lost", "forbidden"]),
  takes: z.number().default(0),
  course: course.optional(),
});

const timeline = z.strictObject({
  /** A sentence: what the case shows. */
  case: z.string(),
  deploy: deployInputs.optional(),
  record: deploymentRecord.optional(),
  /** A trigger changed. */
  triggered: z.boolean().default(false),
  /** Seconds of a save between the first look and the start; left out, nothing is saved. */
  saveTakes: z.number().optional(),
  /** The user stops after so many seconds. */
  abortAfter: z.number().optional(),
  /** Statuses from the beginning on. */
  course,
  /** One answer for each start, in this order. */
  starts: z.array(answer).default([]),
  resets: z.array(answer).default([]),
  expect: z.strictObject({
    /** `published`, `started`, or the class of the error. */
    outcome: z.string(),
    /** Texts that the error's message holds. */
    message: z.array(z.string()).default([]),
    /** Seconds from the beginning to the outcome. */
    seconds: z.number(),
    /** Starts that were sent. */
    starts: z.number(),
    resets: z.number().default(0),
    /** Seconds at which the status was looked at, where that matters. */
    looks: z.array(z.number()).optional(),
    /** What the state remembers, where that matters: digests are "now" and "before". */
    record: deploymentRecord.partial().optional(),
  }),
});

export type Timeline = z.infer<typeof timeline>;
export type StatusLook = z.infer<typeof look>;
export type Course = z.infer<typeof course>;
export type Answer = z.infer<typeof answer>;

/** Every recorded timeline of the folder: a new case is a new file. */
export function readTimelines(): [string, Timeline][] {
  const folder = join(__dirname, "timelines");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => {
      const recorded = timeline.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
      return [recorded.case, recorded];
    });
}
