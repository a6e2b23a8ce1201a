import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { programFolder, type ModuleKind, type ProgramFolder } from "../engine/programFolder";
import { openProgramStack } from "../engine/programStack";
import type { StackActions } from "../engine/stackActions";
import type { ConfigEntry } from "../engine/stackRequest";

/** A user's program with the packed package installed, a stack of the real engine, and the service that it manages. */
export interface DynamicScene {
  readonly emulator: Emulator;
  readonly engine: Engine;
  readonly stack: StackActions;
  /** The program from now on: statements that see `pulumi`, `Host` and `GroupConfig`. */
  declare(statements: string): Promise<void>;
  /** Everything that the engine has written: the state with its history and the stack's configuration. */
  written(): Promise<string>;
  close(): Promise<void>;
}

export interface SceneOptions {
  kind?: ModuleKind;
  emulator?: EmulatorOptions;
  /** Default: the emulator's address and its admin-access token. */
  config?: (emulator: Emulator) => Record<string, ConfigEntry>;
}

const beginnings: Record<ModuleKind, string> = {
  commonjs: `const pulumi = require("@pulumi/pulumi");
const { GroupConfig, Host } = require("pulumi-hostconfig");
module.exports = async () => {`,
  esm: `import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "pulumi-hostconfig";
export default async () => {`,
};

export async function openDynamicScene(options: SceneOptions = {}): Promise<DynamicScene> {
  const kind = options.kind ?? "commonjs";
  const emulator = await startEmulator({ deploySeconds: 1, ...options.emulator });
  const engine = await openEngine();
  const program: ProgramFolder = await programFolder(kind, `${beginnings[kind]}\n};\n`);
  const config = options.config?.(emulator) ?? {
    "hostconfig:baseUrl": { value: emulator.url },
    "hostconfig:token": { value: emulator.tokens.admin, secret: true },
  };
  const stack = await openProgramStack({ engine, program, config, timeoutSeconds: 120 });
  return {
    emulator,
    engine,
    stack,
    declare: (statements) => program.write(`${beginnings[kind]}\n${statements}\n};\n`),
    written: () => textBelow(join(engine.folder, "state")),
    close: async () => {
      await stack.close();
      await program.remove();
      await emulator.close();
      await engine.close();
    },
  };
}

async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return texts.join("\n");
}
