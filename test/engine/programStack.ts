import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "./openEngine";
import type { ProgramFolder } from "./programFolder";
import { StackActions, type ActionOptions, type RunningAction } from "./stackActions";
import {
  projectName,
  type ConfigEntry,
  type DriverResult,
  type StackAction,
  type StackRequest,
  type StackResult,
} from "./stackRequest";

const driver = join(__dirname, "driver", "drive.cjs");

/** What a stack is made of. */
export interface ProgramStackSettings {
  readonly engine: Engine;
  readonly program: ProgramFolder;
  readonly config?: Readonly<Record<string, ConfigEntry>>;
  /** Added to the engine's environment, for instance `HOSTCONFIG_TOKEN`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default `dev`. */
  readonly name?: string;
  /** Ends an action that takes longer, with everything it started; default 300. */
  readonly timeoutSeconds?: number;
}

/** Opens a stack of a user's program. Each action is a process in the program's folder, as it is for the user. */
export async function openProgramStack(settings: ProgramStackSettings): Promise<StackActions> {
  return new ProgramStack(settings, await mkdtemp(join(tmpdir(), "hostconfig-stack-")));
}

class ProgramStack extends StackActions {
  private readonly running = new Set<ChildProcess>();
  private actions = 0;

  constructor(
    private readonly settings: ProgramStackSettings,
    workDir: string,
  ) {
    super({ engine: settings.engine, name: settings.name ?? "dev", workDir, env: settings.env ?? {} });
  }

  override start(action: StackAction, options: ActionOptions = {}): RunningAction {
    const { engine, env, workDir } = this.place;
    this.actions += 1;
    const resultFile = join(workDir, `result-${this.actions}.json`);
    const child = spawn(
      process.execPath,
      [driver, JSON.stringify(this.request(action, options, resultFile))],
      {
        cwd: this.settings.program.folder,
        env: { ...engine.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
        // A group of its own, so that the CLI and the provider end with it.
        detached: true,
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const result = this.ended(child).then(async (limit): Promise<StackResult> => {
      return { ...(await readResult(resultFile, limit)), output };
    });
    return { pid: child.pid, result, output: () => output, interrupt: () => child.kill("SIGINT") };
  }

  override async close(): Promise<void> {
    for (const child of this.running) endGroup(child);
    await rm(this.place.workDir, { recursive: true, force: true });
  }

  private request(action: StackAction, options: ActionOptions, resultFile: string): StackRequest {
    const { program, config = {} } = this.settings;
    const { engine, name, workDir } = this.place;
    return {
      ...{ action, options, resultFile, config, stack: name, project: projectName, envVars: {} },
      ...{ folder: program.folder, program: program.program, workDir, root: engine.root },
    };
  }

  /** Waits for the end; a text where the time limit brought it. */
  private ended(child: ChildProcess): Promise<string | undefined> {
    const seconds = this.settings.timeoutSeconds ?? 300;
    this.running.add(child);
    return new Promise((resolve) => {
      let limit: string | undefined;
      const timer = setTimeout(() => {
        limit = `The action did not end within ${seconds} s.`;
        endGroup(child);
      }, seconds * 1000);
      child.on("close", () => {
        clearTimeout(timer);
        this.running.delete(child);
        resolve(limit);
      });
    });
  }
}

async function readResult(file: string, limit: string | undefined): Promise<DriverResult> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as DriverResult;
  } catch {
    return {
      ok: false,
      events: [],
      error: limit ?? "The program's process ended before the action did; see its output.",
    };
  }
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in the meantime.
  }
}
