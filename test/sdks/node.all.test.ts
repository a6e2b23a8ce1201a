import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { withProgress } from "../engine/progress";
import { describeWith, generateSdk, must, type Language } from "./generatedSdk";

jest.setTimeout(600_000);

const node: Pick<Language, "name" | "tools"> = { name: "nodejs", tools: [["go", "version"]] };

describeWith(node)("the generated SDK for Node.js", () => {
  it("compiles", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hostconfig-nodejs-"));
    try {
      const sdk = join(folder, "sdk");
      await withProgress("Generating the SDK for Node.js", () => generateSdk("nodejs", sdk));
      await symlink(resolve(__dirname, "..", "..", "node_modules"), join(folder, "node_modules"));
      const compiler = createRequire(__filename).resolve("typescript/bin/tsc");
      const options = ["--noEmit", "--module", "node16", "--moduleResolution", "node16", "--skipLibCheck"];
      await must(
        process.execPath,
        [compiler, ...options, "--strict", "--types", "node", join(sdk, "index.ts")],
        { cwd: folder },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
