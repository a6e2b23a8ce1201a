import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { packageSchema } from "./packageSchema";

/** `npm run schema`: writes the package's schema beside the code that serves it. */
async function writeSchema(file: string): Promise<void> {
  const options = await resolveConfig(file);
  writeFileSync(file, await format(JSON.stringify(packageSchema()), { ...options, parser: "json" }));
}

void writeSchema(join(__dirname, "..", "schema.json"));
