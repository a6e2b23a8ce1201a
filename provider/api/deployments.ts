import { z } from "zod";
import { acceptAnswer } from "./answers";
import type { Calls } from "./calls";
import type { CallOptions } from "./client";
import { plainOutput } from "./safeText";
import { optionalFlag, optionalText, record } from "./schemas";

/** A host's latest deployment. Fields that the service left out are `undefined`. */
export type DeployStatus = z.output<typeof deployStatus>;

const deployStatus = record({
  /** Whether the deployment is still marked active. */
  publishing: optionalFlag,
  /** `deploy`, `import`, `published`, `error`, `canceled`, `timeout`, or another word, for example after a reset. */
  publishing_status: optionalText,
  /** Whether the host is deploying right now. */
  is_deploying: optionalFlag,
  /** Output of the deployment job. */
  job_stdout: optionalText,
  /** When the deployment finished, in the service's format. */
  deploy_at: optionalText,
  /** The deployment that ran, in the service's words: `deploy`, `Full Deploy`, `Full Delete Deploy`. */
  deploy_type: optionalText,
});

/** Every deploy status has at least one of these members, perhaps as `null`. */
const required = ["publishing", "publishing_status", "is_deploying"];

/** The answer of the deploy status endpoint. */
export const deployStatusAnswer = z
  .unknown()
  .refine(
    (value) =>
      typeof value !== "object" || value === null || required.some((key) => Object.hasOwn(value, key)),
    {
      message: "expected publishing_status, publishing or is_deploying",
      path: ["publishing_status"],
      abort: true,
    },
  )
  .pipe(deployStatus);

export type DeploymentEndpoints = ReturnType<typeof deploymentEndpoints>;

export function deploymentEndpoints(calls: Calls) {
  const path = (hostId: number) => `/api/v1/hosts/${hostId}/deploy`;
  const request = (hostId: number) => {
    return {
      path: path(hostId),
      subject: `host ${hostId}`,
      repeatability: "once",
      read: acceptAnswer,
    } as const;
  };
  return {
    /** `GET /api/v1/hosts/{id}/deploy`; `undefined` for a host without a deployment history, and for a missing host. */
    getDeployStatus: async (hostId: number, options?: CallOptions): Promise<DeployStatus | undefined> => {
      const shape: z.ZodType<DeployStatus | undefined> = deployStatusAnswer;
      const status = await calls.get(path(hostId), `host ${hostId}`, shape, options, () => undefined);
      return status && redactOutput(status, options);
    },

    /** `POST /api/v1/hosts/{id}/deploy`. Never sent twice by itself: read the status before another try. */
    startDeploy: (hostId: number, type: string, options?: CallOptions) =>
      calls.write({ method: "POST", ...request(hostId), body: { type } }, options),

    /** `DELETE /api/v1/hosts/{id}/deploy`: resets a stuck deployment. */
    resetDeploy: (hostId: number, options?: CallOptions) =>
      calls.write({ method: "DELETE", ...request(hostId) }, options),
  };
}

/** The status with the job's output as plain text without the caller's secrets, if the call knows any. */
export function redactOutput(status: DeployStatus, { redact }: CallOptions = {}): DeployStatus {
  const { jobStdout } = status;
  if (jobStdout === undefined || redact === undefined) return status;
  // In both forms: a secret may hold control characters, and may have colors in between.
  return { ...status, jobStdout: redact(plainOutput(redact(jobStdout))) };
}
