import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What every process reads as it starts; too small a thing to load a library for. */
interface Manifest {
  name?: unknown;
  version?: unknown;
}

const found = findPackage(__dirname);

/** This package's version, such as `1.2.3`; `0.0.0` where its package.json is not shipped beside the code. */
export const packageVersion = found?.version ?? "0.0.0";

/** Where this package is installed; `undefined` where its package.json is not shipped beside the code. */
export const packageFolder = found?.folder;

function findPackage(folder: string): { folder: string; version: string } | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    if (name === "pulumi-hostconfig" && typeof version === "string") return { folder, version };
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findPackage(parent);
}
