import type { JsonObject } from "../api/json";

/**
 * The configuration that a host's or a group's own record carries. A record without one would look like an empty
 * configuration, and a save after it would remove what others keep there.
 */
export function heldConfiguration({ id, json }: { id: number; json: JsonObject | undefined }): JsonObject {
  if (json !== undefined) return json;
  throw new Error(
    `The service's record ${id} carries no "json", so what is configured there is not known, and nothing was changed. Check that hostconfig:baseUrl is the service's base address.`,
  );
}
