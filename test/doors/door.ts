import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import type { RunResult } from "../engine/runCommand";
import type { ModuleKind } from "../engine/programFolder";
import { resourceCounts, type ResourceCounts } from "../engine/resourceCounts";
import type { StateResource } from "../engine/stackRequest";
import { isFull } from "../full";
import type { Calls, Declaration } from "./declaration";
import { dynamicDoor } from "./dynamicDoor";
import { pluginDoor } from "./pluginDoor";

/** How a run of the engine ended, as a user sees it. */
export interface Run {
  ok: boolean;
  output: string;
}

/** A run of the engine that is under way. */
export interface RunningUp {
  ended: Promise<Run>;
  /** The process that runs it, for a test that looks for the CLI and the provider below it. */
  pid: number | undefined;
  /** Ctrl-C once. */
  interrupt(): void;
}

/** A user's program and its stack, behind one of the doors. */
export interface DoorProgram {
  /** The program from now on. */
  declare(declaration: Declaration, calls?: Calls): Promise<void>;
  /** Sets keys of the stack's configuration. */
  configure(config: StackConfig): Promise<void>;
  preview(): Promise<Run>;
  up(): Promise<Run>;
  startUp(): RunningUp;
  refresh(): Promise<Run>;
  destroy(): Promise<Run>;
  /** `pulumi cancel`: frees a stack that a killed run has left locked. */
  cancel(): Promise<Run>;
  /** `npx pulumi-hostconfig drift` */
  drift(): Promise<RunResult>;
  /** The resources of ours in the state. */
  resources(): Promise<readonly StateResource[]>;
  /** The stack's outputs: what a user is shown, and with `--show-secrets` what they are. */
  outputs(options?: { showSecrets: boolean }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Keys without `hostconfig:`. */
export interface StackConfig {
  baseUrl?: string;
  token?: string;
  onConflict?: string | undefined;
}

export interface DoorSettings {
  engine: Engine;
  config: StackConfig;
  /** What the CLI makes of its own color directives; default `never`. */
  color?: "always" | "never";
}

/** A way into the provider. */
export interface Door {
  name: string;
  /** Whether the whole protocol comes through: Ctrl-C, explicit providers, today's configuration in every command. */
  wholeProtocol: boolean;
  open(settings: DoorSettings): Promise<DoorProgram>;
}

/** Both providers, for a scenario that shows how they differ. */
export function bothDoors(kind: ModuleKind): Door[] {
  return [dynamicDoor(kind), pluginDoor];
}

/** For a scenario that is the same for both providers: both of them in a full run, else the plugin, which starts faster. */
export function eitherDoor(kind: ModuleKind): Door[] {
  return isFull ? bothDoors(kind) : [pluginDoor];
}

/** A program behind a door, the engine that runs it and the service that it manages. */
export interface Scene extends DoorProgram {
  emulator: Emulator;
  /** Where the engine keeps its state. */
  stateFolder: string;
  /** Everything that the engine has written: the state with its history, and the stack's configuration. */
  written(): Promise<string>;
}

/** Variables for every run of the scene. */
interface SceneEnv {
  env?: Readonly<Record<string, string>>;
}

export async function openScene(
  door: Door,
  { color = "never", env = {}, ...options }: EmulatorOptions & Pick<DoorSettings, "color"> & SceneEnv = {},
  stackConfig: StackConfig = {},
): Promise<Scene> {
  const emulator = await startEmulator({ deploySeconds: 1, ...options });
  const engine = await openEngine();
  Object.assign(engine.env, env);
  // What adopting takes away is another test's subject.
  const config = { baseUrl: emulator.url, token: emulator.tokens.admin, onConflict: "warn", ...stackConfig };
  const program = await door.open({ engine, config, color });
  const stateFolder = join(engine.folder, "state");
  return {
    ...program,
    emulator,
    stateFolder,
    written: () => textBelow(stateFolder),
    close: async () => {
      await program.close();
      await emulator.close();
      await engine.close();
    },
  };
}

/** The engine's count of resources: `{ created: 2, unchanged: 1 }`. */
export function counts({ output }: Run): ResourceCounts {
  return resourceCounts(output);
}

async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return texts.join("\n");
}
