import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as automation from "@pulumi/pulumi/automation";
import { drive, type InlineProgram } from "./driver/drive.cjs";
import type { Engine } from "./openEngine";
import { packedPackage } from "./packedPackage";
import { StackActions, type ActionOptions, type RunningAction } from "./stackActions";
import { projectName, type ConfigEntry, type StackAction, type StackResult } from "./stackRequest";

/** What an inline stack is made of. */
export interface InlineStackSettings {
  readonly engine: Engine;
  /** Runs in this process; it may look at variables that change between two actions. */
  readonly program: InlineProgram;
  readonly config?: Readonly<Record<string, ConfigEntry>>;
  /** Added to the engine's environment, for instance `HOSTCONFIG_TOKEN`; the program itself does not see it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default `dev`. */
  readonly name?: string;
  /** Cancels an action that takes longer, as Ctrl-C does; default 300. */
  readonly timeoutSeconds?: number;
  /** Gets what the engine prints, as it comes. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Opens a stack whose program is a function in this process. Its resources' provider still runs in a process of its own,
 * from the packed package.
 */
export async function openInlineStack(settings: InlineStackSettings): Promise<StackActions> {
  const folder = await packedPackage();
  return new InlineStack(settings, folder, await mkdtemp(join(tmpdir(), "hostconfig-stack-")));
}

class InlineStack extends StackActions {
  private readonly running = new Set<{ cancel: AbortController; result: Promise<StackResult> }>();

  constructor(
    private readonly settings: InlineStackSettings,
    private readonly folder: string,
    workDir: string,
  ) {
    super({ engine: settings.engine, name: settings.name ?? "dev", workDir, env: settings.env ?? {} });
  }

  override start(action: StackAction, options: ActionOptions = {}): RunningAction {
    const cancel = new AbortController();
    let output = "";
    const listen = (text: string): void => {
      output += text;
      this.settings.onOutput?.(text);
    };
    const interrupt = (): void => {
      cancel.abort();
    };
    const limit = setTimeout(interrupt, (this.settings.timeoutSeconds ?? 300) * 1000);
    const result = this.drive(action, options, listen, cancel.signal)
      .then((ended) => ({ ...ended, output }))
      .finally(() => {
        clearTimeout(limit);
        this.running.delete(entry);
      });
    const entry = { cancel, result };
    this.running.add(entry);
    return { pid: process.pid, result, output: () => output, interrupt };
  }

  override async close(): Promise<void> {
    for (const { cancel } of this.running) cancel.abort();
    await Promise.allSettled([...this.running].map(({ result }) => result));
    await rm(this.place.workDir, { recursive: true, force: true });
  }

  private drive(
    action: StackAction,
    options: ActionOptions,
    listen: (text: string) => void,
    signal: AbortSignal,
  ) {
    const { program, config = {} } = this.settings;
    const { engine, name, workDir, env } = this.place;
    return drive(
      {
        ...{ action, options, config, stack: name, project: projectName, root: engine.root },
        ...{ folder: this.folder, workDir, envVars: { ...variablesOf(engine), ...env } },
      },
      { automation, program, onOutput: listen, onError: listen, signal },
    );
  }
}

/** The engine's variables, and nothing in the place of those that it leaves out. */
function variablesOf(engine: Engine): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of Object.keys(process.env)) variables[name] = "";
  for (const [name, value] of Object.entries(engine.env)) if (value !== undefined) variables[name] = value;
  return variables;
}
