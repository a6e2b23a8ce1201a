import { safeText } from "../../api/safeText";
import { plainOutput } from "../../lifecycle/deployment/jobOutput";

/** A text of the service's as one line, safe to print. */
export function plainText(text: string): string {
  return safeText(plainOutput(text)).replaceAll("\n", " ").trim();
}
