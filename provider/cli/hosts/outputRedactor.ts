import type { HostConfigApi } from "../../api/hostConfigApi";
import { redactor, secretWords } from "../../api/redact";
import { valueAtPath } from "../../lifecycle/configuration/jsonKinds";
import { secretPlaces } from "../../lifecycle/configuration/probableSecrets";

/** Takes out of the output of a host's jobs what is probably a secret in its configuration. */
export async function outputRedactor(
  api: HostConfigApi,
  hostId: number,
  token: string,
  signal: AbortSignal,
): Promise<(text: string) => string> {
  const { json = {} } = await api.getHost(hostId, { signal });
  return redactor([token, ...secretPlaces(json).flatMap((place) => secretWords(valueAtPath(json, place)))]);
}
