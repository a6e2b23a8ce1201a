import type { DeployStatus } from "../../../api/hostConfigApi";
import type { OwnDeployment } from "../statusKind";

/** A deployment that was started and whose end is not known yet. */
export type StartedDeployment = OwnDeployment;

/** What the state has to remember of a deployment that did not end in `published`. */
export interface DeploymentTrace {
  /** The deployment, where it may still be running on the server: the next update joins it. */
  started?: StartedDeployment | undefined;
  /** The last status that was seen of it. */
  status?: DeployStatus | undefined;
}

/** A deployment that was due did not end in `published`. The saved configuration stays saved. */
export abstract class DeploymentError extends Error {
  /** The host whose deployment it is. */
  readonly hostId: number;
  /** What is known of the deployment. */
  readonly trace: DeploymentTrace;

  constructor(message: string, hostId: number, trace: DeploymentTrace, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.hostId = hostId;
    this.trace = trace;
  }
}
