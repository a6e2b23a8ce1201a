import { z } from "zod";
import type { DeployStatus } from "../hostConfigApi";
import { optionalFlag, optionalText } from "./fields";

/** A host's deploy status. Every field may be absent, but not all that tell how the deployment stands. */
export const deployStatus = z
  .object({
    publishing: optionalFlag,
    publishing_status: optionalText,
    is_deploying: optionalFlag,
    job_stdout: optionalText,
    deploy_at: optionalText,
    deploy_type: optionalText,
  })
  .transform((wire): DeployStatus => {
    return {
      publishing: wire.publishing,
      publishingStatus: wire.publishing_status,
      isDeploying: wire.is_deploying,
      jobStdout: wire.job_stdout,
      deployAt: wire.deploy_at,
      deployType: wire.deploy_type,
    };
  });

/** The members of which at least one is there, perhaps as `null`, in every deploy status. */
const telling = ["publishing", "publishing_status", "is_deploying"];

/** A deploy status, as the endpoint answers it. */
export const deployStatusAnswer = z
  .unknown()
  .refine(
    (value) =>
      typeof value !== "object" || value === null || telling.some((key) => Object.hasOwn(value, key)),
    {
      message: "expected publishing_status, publishing or is_deploying",
      path: ["publishing_status"],
      abort: true,
    },
  )
  .pipe(deployStatus);
