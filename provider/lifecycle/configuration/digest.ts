import { createHmac } from "node:crypto";
import type { JsonValue } from "../../api/json";
import { canonicalJson } from "./canonicalJson";

/**
 * A short text that is equal for configurations of the same meaning. Without the resource's own random key, which the
 * state keeps as a secret, nobody can find out by trying what was configured.
 */
export function configurationDigest(key: string, ...configurations: (JsonValue | undefined)[]): string {
  const hmac = createHmac("sha256", key);
  for (const configuration of configurations) {
    hmac.update(configuration === undefined ? "-" : canonicalJson(configuration)).update("\n");
  }
  return hmac.digest("hex").slice(0, 24);
}
