import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { askVersion } from "./cliVersion";
import { cacheFolder } from "./cacheFolder";
import type { CliWay, FoundCli, Unavailable } from "./foundCli";
import { installOnce } from "./installOnce";
import { withProgress } from "./progress";
import { runCommand, type RunCommand } from "./runCommand";

/** The module in this folder that requires the engine's commands at fixed versions. */
const moduleFolder = join(__dirname, "gomodule");

const cliModule = "github.com/pulumi/pulumi/pkg/v3";
const yamlModule = "github.com/pulumi/pulumi-yaml";

/** The CLI and the YAML language host built from their Go modules, kept in the cache. */
export function goCli(run: RunCommand = runCommand, cache: string = cacheFolder()): CliWay {
  return {
    name: "built from its Go modules",
    async installed() {
      const module = await readModule();
      return found(join(cache, module.key), module.cliVersion, run);
    },
    async install() {
      const module = await readModule();
      const toolchain = await run("go", ["version"], { cwd: moduleFolder, timeoutSeconds: 300 });
      if (toolchain.status !== 0) {
        return { unavailable: `Go ${module.goVersion} or newer is needed (${toolchain.reason})` };
      }
      const folder = join(cache, module.key);
      const reason = await installOnce(folder, (into) =>
        withProgress(
          `Building the Pulumi CLI ${module.cliVersion} from its Go modules (once; some minutes)`,
          () => build(module, into, run),
        ),
      );
      return reason === undefined ? found(folder, module.cliVersion, run) : { unavailable: reason };
    },
  };
}

interface EngineModule {
  readonly goVersion: string;
  readonly cliVersion: string;
  readonly yamlVersion: string;
  /** Names the result in the cache: versions, platform, and a hash of every dependency. */
  readonly key: string;
}

async function readModule(): Promise<EngineModule> {
  const text = await readFile(join(moduleFolder, "go.mod"), "utf8");
  const sums = await readFile(join(moduleFolder, "go.sum"));
  const goVersion = directive(text, "go ");
  const cliVersion = directive(text, `${cliModule} v`);
  const yamlVersion = directive(text, `${yamlModule} v`);
  const hash = createHash("sha256").update(text).update(sums).digest("hex").slice(0, 12);
  const key = `cli-go-${cliVersion}-yaml-${yamlVersion}-${process.platform}-${process.arch}-${hash}`;
  return { goVersion, cliVersion, yamlVersion, key };
}

/** The version that follows a word of go.mod, at the start of a line. */
function directive(text: string, word: string): string {
  const line = text.split("\n").find((candidate) => candidate.trim().startsWith(word));
  if (line === undefined) throw new Error(`go.mod of the engine has no line "${word.trim()}".`);
  return line.trim().slice(word.length).split(" ")[0] ?? "";
}

async function build(module: EngineModule, into: string, run: RunCommand): Promise<string | undefined> {
  // Without these the commands do not know their own versions.
  const versions = [
    `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${module.cliVersion}`,
    `-X ${yamlModule}/pkg/version.Version=v${module.yamlVersion}`,
  ];
  const bin = join(into, "bin");
  const result = await run(
    "go",
    [
      ...["build", "-buildvcs=false", "-trimpath", "-ldflags", ["-s -w", ...versions].join(" ")],
      ...["-o", `${bin}/`, `${cliModule}/cmd/pulumi`, `${yamlModule}/cmd/pulumi-language-yaml`],
    ],
    { cwd: moduleFolder, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" } },
  );
  return result.status === 0 ? undefined : `the build failed: ${result.reason}`;
}

async function found(folder: string, version: string, run: RunCommand): Promise<FoundCli | Unavailable> {
  const path = join(folder, "bin", "pulumi");
  const answer = await askVersion(path, run);
  if ("version" in answer) return { path, version: answer.version, source: "go" };
  return { unavailable: `version ${version} is not built yet` };
}
