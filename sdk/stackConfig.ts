import * as pulumi from "@pulumi/pulumi";
import { misspeltSettings } from "../provider/api/misspeltSettings";
import { programError } from "./programError";

/**
 * Refuses keys of the stack's configuration that look like one of the provider's and are none.
 *
 * @throws RunError that names the right key
 */
export function refuseMisspeltKeys(): void {
  const keys = Object.keys(pulumi.runtime.allConfig()).flatMap((key) =>
    key.startsWith("hostconfig:") ? [key.slice("hostconfig:".length)] : [],
  );
  const problems = misspeltSettings(keys);
  if (problems.length > 0) throw programError(problems.join("\n"));
}
