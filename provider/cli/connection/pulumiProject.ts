import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether the folder, or one above it, holds a Pulumi project. */
export function insideProject(folder: string): boolean {
  if (["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((file) => existsSync(join(folder, file))))
    return true;
  const parent = dirname(folder);
  return parent !== folder && insideProject(parent);
}
