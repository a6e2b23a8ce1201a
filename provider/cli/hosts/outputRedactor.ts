import type { HostConfigApi } from "../../api/hostConfigApi";
import type { JsonObject, JsonValue } from "../../api/json";
import { redactor, secretWords } from "../../api/redact";
import { isObject, valueAt } from "../../lifecycle/configuration/jsonKinds";
import { secretPlaces } from "./secretKeys";

/** Takes out of the output of a host's jobs what is probably a secret in its configuration. */
export async function outputRedactor(
  api: HostConfigApi,
  hostId: number,
  token: string,
  signal: AbortSignal,
): Promise<(text: string) => string> {
  const { json = {} } = await api.getHost(hostId, { signal });
  return redactor([token, ...secretPlaces(json).flatMap((place) => secretWords(valueOf(json, place)))]);
}

function valueOf(json: JsonObject, place: readonly (string | number)[]): JsonValue | undefined {
  return place.reduce<JsonValue | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) ? valueAt(value, String(step)) : undefined;
  }, json);
}
