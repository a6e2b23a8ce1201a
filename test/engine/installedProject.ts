import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmulator, type Emulator, type Readings } from "../emulator";
import { openEngine, type Engine } from "./openEngine";
import { packedPackage } from "./packedPackage";
import { runCommand, type RunResult } from "./runCommand";

/** What `import --json` prints. */
export interface ImportResult {
  hosts: number;
  groups: number;
  next: { what: string; command?: string }[];
}

/** A user's folder with the package installed, the engine and the service. */
export interface InstalledProject {
  emulator: Emulator;
  engine: Engine;
  folder: string;
  /** Runs the installed command line. */
  hostconfig(...args: string[]): Promise<RunResult>;
  pulumi(...args: string[]): Promise<RunResult>;
  /** Runs the printed steps that a person would copy, and types what a person would type; gives the last one's run. */
  follow(result: ImportResult): Promise<RunResult | undefined>;
  close(): Promise<void>;
}

const repository = resolve(__dirname, "..", "..");

export async function openInstalledProject(readings: Readings): Promise<InstalledProject> {
  const emulator = await startEmulator({ readings, deploySeconds: 1 });
  const engine = await openEngine();
  const root = await mkdtemp(join(tmpdir(), "hostconfig-estate-"));
  const folder = join(root, "program");
  await mkdir(folder);
  const modules = join(await packedPackage(), "node_modules");
  await symlink(modules, join(folder, "node_modules"));
  const env = {
    ...engine.env,
    HOSTCONFIG_BASE_URL: emulator.url,
    HOSTCONFIG_TOKEN: emulator.tokens.admin,
    // The compiler that a project installs beside the SDK.
    NODE_PATH: join(repository, "node_modules"),
  };
  const pulumi = (...args: string[]) => engine.pulumi(args, { cwd: folder, env });
  return {
    emulator,
    engine,
    folder,
    pulumi,
    hostconfig: (...args) =>
      runCommand(join(modules, ".bin", "pulumi-hostconfig"), args, { cwd: folder, env, timeoutSeconds: 120 }),
    follow: async ({ next }) => {
      let last: RunResult | undefined;
      for (const { command = "" } of next) {
        const [program, ...args] = command.split(" ");
        // The package and what is made of it are there already.
        if (program !== "pulumi" || args[0] === "package") continue;
        const typed = command.endsWith("hostconfig:token") ? [emulator.tokens.admin] : [];
        const confirmed = ["import", "up", "refresh"].includes(args[0] ?? "") ? ["--yes"] : [];
        last = await pulumi(...args, ...typed, ...confirmed);
        if (last.status !== 0) throw new Error(`${command}\n${last.stdout}${last.stderr}`);
      }
      return last;
    },
    close: async () => {
      await rm(root, { recursive: true, force: true });
      await engine.close();
      await emulator.close();
    },
  };
}
