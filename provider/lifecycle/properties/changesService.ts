import type { PropertyDifference } from "./diffResult";

/**
 * Whether a changed input asks for a request. The others only change how the resource is managed; a configuration that
 * is no longer given is no longer managed, and stays as it is.
 */
export function changesService({ path, kind }: PropertyDifference): boolean {
  const [input, key] = path;
  if (input === "deploy") return key === "triggers";
  if (input === "json" || input === "jsonAdmin") return path.length > 1 || kind !== "delete";
  return input === "ownership";
}
