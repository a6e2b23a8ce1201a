import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "../../test/engine/cacheFolder";
import { installOnce } from "../../test/engine/installOnce";
import { withProgress } from "../../test/engine/progress";
import { runCommand } from "../../test/engine/runCommand";

/** OpenTofu, and the folder with the provider `restapi` for `dev_overrides`. */
export interface OpenTofu {
  tofu: string;
  providerFolder: string;
}

/** What is built: the folder with the module that requires it, and the package of the command. */
const parts = [
  { module: "tofu", command: "github.com/opentofu/opentofu/cmd/tofu" },
  { module: "restapi", command: "github.com/Mastercard/terraform-provider-restapi" },
] as const;

/** Builds both from their Go modules, once, into the cache; a reason where that is not possible. */
export async function buildOpenTofu(cache = cacheFolder()): Promise<OpenTofu | { unavailable: string }> {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const { module } of parts) {
    for (const file of ["go.mod", "go.sum"]) hash.update(await readFile(join(__dirname, module, file)));
  }
  const folder = join(cache, `opentofu-${hash.digest("hex").slice(0, 12)}`);
  const toolchain = await runCommand("go", ["version"], { timeoutSeconds: 60 });
  if (toolchain.status !== 0) return { unavailable: `Go is needed to build it (${toolchain.reason})` };
  const reason = await installOnce(folder, (into) =>
    withProgress(
      "Building OpenTofu and its restapi provider from their Go modules (once; some minutes)",
      () => build(into),
    ),
  );
  if (reason !== undefined) return { unavailable: reason };
  return { tofu: join(folder, "bin", "tofu"), providerFolder: join(folder, "bin") };
}

async function build(into: string): Promise<string | undefined> {
  await mkdir(join(into, "bin"));
  for (const { module, command } of parts) {
    const result = await runCommand(
      "go",
      ["build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", join(into, "bin") + "/", command],
      { cwd: join(__dirname, module), env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" } },
    );
    if (result.status !== 0) return `the build of ${module} failed: ${result.reason}`;
  }
  return undefined;
}
