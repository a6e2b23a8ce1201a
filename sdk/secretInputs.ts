import * as pulumi from "@pulumi/pulumi";

/** The inputs, those of the given names as secrets. */
export function withSecrets(inputs: object, secretInputs: readonly string[]): Record<string, unknown> {
  const marked = Object.entries(inputs).map(([key, value]: [string, unknown]) => [
    key,
    secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(marked) as Record<string, unknown>;
}
