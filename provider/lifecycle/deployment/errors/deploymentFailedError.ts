import type { DeployStatus } from "../../../api/hostConfigApi";
import { endedText } from "../endedText";
import { lastLines } from "../jobOutput";
import type { FinishedStatus } from "../statusKind";
import { DeploymentError } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** The deployment ended in `error`, `canceled` or `timeout`. */
export class DeploymentFailedError extends DeploymentError {
  /** How it ended. */
  readonly ending: Exclude<FinishedStatus, "published">;

  /** @param run with the milliseconds since its start; `undefined` where an earlier update has started it */
  constructor(
    host: ToldHost,
    ending: Exclude<FinishedStatus, "published">,
    run: { type: string; milliseconds: number | undefined; status: DeployStatus },
  ) {
    const lines = lastLines(run.status.jobStdout, 10);
    const output = lines.length === 0 ? "It left no output." : `Last output:\n    ${lines.join("\n    ")}`;
    super(
      `${host.label}: the deployment (${run.type}) ended in "${ending}"${endedText(run.milliseconds)}. ${advice(ending, host)} ${output}`,
      host.id,
      { status: run.status },
    );
    this.ending = ending;
  }
}

function advice(ending: DeploymentFailedError["ending"], { restores }: ToldHost): string {
  const { command, next } = nextRun(restores);
  switch (ending) {
    case "error":
      return `The configuration is saved; mend what the output speaks of and run ${command} again, which deploys again.`;
    case "canceled":
      return `Somebody cancelled it before it finished. The configuration is saved; ${next} deploys again.`;
    case "timeout":
      return `It reported no progress for more than five minutes and was released; the work on the server did not necessarily fail. The configuration is saved; ${next} deploys again.`;
  }
}
