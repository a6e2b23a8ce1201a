import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether the folder, or one above it, holds a Pulumi project. */
export function insideProject(folder: string): boolean {
  return projectFile(folder) !== undefined;
}

/** The name of the project in the folder, or in one above it; `undefined` if there is none, or none that can be read. */
export function projectName(folder: string): string | undefined {
  const file = projectFile(folder);
  if (file === undefined) return undefined;
  try {
    return /^\s*"?name"?\s*:\s*["']?([\w.-]+)/m.exec(readFileSync(file, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

function projectFile(folder: string): string | undefined {
  const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name));
  const found = files.find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}
