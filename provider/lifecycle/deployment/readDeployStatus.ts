import type { DeployStatus } from "../../api/hostConfigApi";
import type { LifecycleContext } from "../lifecycleContext";
import { plainOutput } from "./jobOutput";

/** A status, and when it was asked for. */
export interface Look {
  status: DeployStatus | undefined;
  at: number;
}

/** The host's latest deployment, `undefined` where it has none. `GET /api/v1/hosts/{id}/deploy` */
export async function readDeployStatus(
  context: LifecycleContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  const status = await context.api.getDeployStatus(hostId, context);
  if (status?.jobStdout === undefined) return status;
  return { ...status, jobStdout: safeOutput(context, status.jobStdout) };
}

/** Secrets are looked for in both forms: a secret may hold control characters, and may be coloured in between. */
function safeOutput(context: LifecycleContext, output: string): string {
  return context.redact(plainOutput(context.redact(output)));
}
