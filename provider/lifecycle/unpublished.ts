import type { DeploymentSummary } from "./deployment/deploymentSummary";
import type { DeploymentLedger } from "./deployment/ledger";
import { owedDeployment } from "./deployment/owedDeployment";
import type { ProgressSink } from "./lifecycleContext";

/** A host whose saved configuration is not published, or perhaps not, as data for a program. */
export interface Unpublished {
  /** Such as `Host 12 (web1)`. */
  label: string;
  /** Status of its latest deployment; left out if there was none. */
  status?: string | undefined;
  /**
   * What is not known: whether the last save was carried out, because its answer was lost, or whether what is saved was
   * published. Left out if it is certain that it was not.
   */
  unknown?: "save" | "publication" | undefined;
}

/** What the user has to know, and the same as data. */
export interface Notice {
  text: string;
  /** Left out if it is about something else. */
  unpublished?: Unpublished;
}

/** What is to be said of a host whose deployment is due. */
export function owedNotice(
  label: string,
  ledger: DeploymentLedger,
  latest: DeploymentSummary | undefined,
): Notice {
  const text = `${label}: ${owedDeployment(ledger, latest)}`;
  const unknown = ledger.owed === true ? undefined : "publication";
  return { text, unpublished: { label, status: latest?.status, unknown } };
}

/** Gives a program that collects findings the data, and everybody else a warning. */
export function tell(progress: ProgressSink, { text, unpublished }: Notice): void {
  if (progress.unpublished === undefined || unpublished === undefined) progress.warn(text);
  else progress.unpublished(unpublished);
}
