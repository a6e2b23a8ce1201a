import { sameMeaning } from "../configuration/sameMeaning";
import type { Property } from "../configuration/unknown";
import type { DeployInputs } from "./deployOptions";

/** Whether a value under `deploy.triggers` changed: that deploys even where the configuration is the same. */
export function triggersChanged(before: DeployInputs | undefined, after: DeployInputs | undefined): boolean {
  return !sameMeaning((before?.triggers ?? []) as Property, (after?.triggers ?? []) as Property);
}
