import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { declarations, functionTypeExports } from "./declarations";
import { packageSchema } from "./packageSchema";

const root = join(__dirname, "..", "..", "..");

/** `npm run schema`: writes the package's schema beside the code that serves it, and the same as types of programs. */
async function main(): Promise<void> {
  await write("provider/plugin/schema.json", "json", JSON.stringify(packageSchema()));
  await write("sdk/declared.ts", "typescript", declarations());
  await write("sdk/functionTypes.ts", "typescript", functionTypeExports());
}

async function write(path: string, parser: string, text: string): Promise<void> {
  const file = join(root, path);
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser }));
}

void main();
