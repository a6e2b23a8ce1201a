import type { LifecycleContext } from "../lifecycleContext";
import type { DeploymentSummary } from "./deploymentSummary";
import type { DeploymentLedger } from "./ledger";

/**
 * What a refresh and a preview say of a deployment that is still owed: it is no reason for the refresh to fail, and no
 * changed input explains the update.
 */
export function owedDeployment({ owed }: DeploymentLedger, latest: DeploymentSummary | undefined): string {
  // Somebody else may have saved and deployed it: the latest deployment tells nothing then.
  const found =
    owed === true
      ? `what is saved has not been published yet${inBrackets(latestText(latest?.status))}`
      : "what is saved may not have been published yet";
  return `${found}; \`pulumi up\` deploys it.`;
}

/** Says of a host that was published that a warning of the same run, as of an `up --refresh`, is no longer true. */
export function settleWarning({ managed, progress }: LifecycleContext, label: string): void {
  if (managed.settlesWarning(label)) progress.info(`${label}: what is saved is published now.`);
}

function inBrackets(text: string | undefined): string {
  return text === undefined ? "" : ` (${text})`;
}

/** What is to be said of the latest deployment; `undefined` if there was none. */
export function latestText(status: string | undefined): string | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case "deploy":
      return "a deployment was still running at the last look";
    case "import":
      return "an import was running at the last look";
    case "published":
      return "the latest deployment was of something else";
    default:
      return `the latest deployment ended in "${status}"`;
  }
}
