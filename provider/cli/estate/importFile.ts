import type { Estate } from "./estate";

export const importFileName = "import.json";

/** The text of a file for `pulumi import --file`. */
export function importFile(estate: Estate): string {
  const resources = estate.map(({ kind, id, resourceName }) => ({
    type: `hostconfig:index:${kind}`,
    name: resourceName,
    id: String(id),
  }));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
