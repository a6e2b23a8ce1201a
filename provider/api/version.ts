import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const manifest = z.object({ name: z.string().optional(), version: z.string().optional() });

/** This package's version, such as `1.2.3`; `0.0.0` where its package.json is not shipped beside the code. */
export const packageVersion = findVersion(__dirname);

function findVersion(folder: string): string {
  const file = join(folder, "package.json");
  if (existsSync(file)) {
    const { name, version } = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
    if (name === "pulumi-hostconfig" && version !== undefined) return version;
  }
  const parent = dirname(folder);
  return parent === folder ? "0.0.0" : findVersion(parent);
}
