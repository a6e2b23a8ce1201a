import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { findCli } from "./findCli";
import type { FoundCli } from "./foundCli";
import { ensureLaunchers, launcherEnv } from "./launchers";
import { runCommand, type RunResult } from "./runCommand";

/** A Pulumi engine with a state of its own, apart from everything the user has. */
export interface Engine {
  readonly cli: FoundCli;
  /** For `PulumiCommand.get({ root })` of the Automation API: the CLI is `root/bin/pulumi`. */
  readonly root: string;
  /** Holds the state, the plugins and the projects of this engine; {@link close} removes it. */
  readonly folder: string;
  /** The whole environment for a process that uses this engine, `pulumi` on PATH included. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs the CLI, for instance `engine.pulumi(["stack", "ls"], { cwd })`. */
  pulumi(args: readonly string[], options: PulumiOptions): Promise<RunResult>;
  close(): Promise<void>;
}

/** How {@link Engine.pulumi} runs. */
export interface PulumiOptions {
  readonly cwd: string;
  /** Added to the engine's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default 300. */
  readonly timeoutSeconds?: number;
  /** Aborted, it is Ctrl-C. */
  readonly interrupt?: AbortSignal;
  /** Gets the CLI's process id as soon as it runs. */
  readonly onStart?: (pid: number) => void;
}

/** Finds a CLI and gives it an empty home, an empty local state and a passphrase. */
export async function openEngine(cli?: FoundCli): Promise<Engine> {
  const found = cli ?? (await findCli());
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-engine-"));
  for (const name of ["home", "state"]) await mkdir(join(folder, name));
  const launcher = await ensureLaunchers(found, join(folder, "launcher"));
  const env = engineEnv(found, folder, launcher);
  return {
    cli: found,
    root: await automationRoot(found, folder),
    folder,
    env,
    pulumi: (args, options) =>
      runCommand(found.path, [...args, "--non-interactive"], {
        cwd: options.cwd,
        env: { ...env, ...options.env },
        timeoutSeconds: options.timeoutSeconds ?? 300,
        ...(options.interrupt === undefined ? {} : { interrupt: options.interrupt }),
        ...(options.onStart === undefined ? {} : { onStart: options.onStart }),
      }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The surrounding environment without its Pulumi and hostconfig settings, and with this engine's. */
export function engineEnv(
  cli: FoundCli,
  folder: string,
  launcher: string | undefined,
  surrounding: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const kept = Object.entries(surrounding).filter(
    ([name]) => !/^(PULUMI_|HOSTCONFIG_|FORCE_COLOR$|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: searchPath(cli, launcher, surrounding.PATH),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    NO_COLOR: "1",
    ...launcherEnv,
  };
}

/** PATH with the CLI, the launcher and this Node.js before all others. */
export function searchPath(cli: FoundCli, launcher: string | undefined, surrounding = ""): string {
  const folders = [dirname(cli.path), launcher, dirname(process.execPath), surrounding];
  return folders.filter(Boolean).join(delimiter);
}

async function automationRoot(cli: FoundCli, folder: string): Promise<string> {
  const bin = dirname(cli.path);
  if (basename(bin) === "bin") return dirname(bin);
  const root = join(folder, "cli");
  await mkdir(join(root, "bin"), { recursive: true });
  await symlink(cli.path, join(root, "bin", "pulumi"));
  return root;
}
