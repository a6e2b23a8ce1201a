import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "./openEngine";
import { runCommand, type RunResult } from "./runCommand";
import { projectName, type StackAction, type StackResult, type StateResource } from "./stackRequest";

/** Options of the Automation API's call, for instance `{ diff: true, refresh: true, target: [urn] }`. */
export type ActionOptions = Readonly<Record<string, unknown>>;

/** An action that is under way. */
export interface RunningAction {
  /** The process that runs the program, and below it the CLI. */
  readonly pid: number | undefined;
  readonly result: Promise<StackResult>;
  /** What was printed so far. */
  output(): string;
  /** Ctrl-C once. */
  interrupt(): void;
}

/** Where a stack lives. */
export interface StackPlace {
  readonly engine: Engine;
  readonly name: string;
  /** Holds `Pulumi.yaml` and the stack's configuration. */
  readonly workDir: string;
  /** Added to the engine's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What can be done with a stack, however its program runs. A failure is a result, not an exception. */
export abstract class StackActions {
  constructor(protected readonly place: StackPlace) {}

  /** Starts an action without waiting for its end. */
  abstract start(action: StackAction, options?: ActionOptions): RunningAction;

  /** Ends what still runs and removes the stack's own folder; the state goes with the engine. */
  abstract close(): Promise<void>;

  preview(options?: ActionOptions): Promise<StackResult> {
    return this.start("preview", options).result;
  }

  up(options?: ActionOptions): Promise<StackResult> {
    return this.start("up", options).result;
  }

  refresh(options?: ActionOptions): Promise<StackResult> {
    return this.start("refresh", options).result;
  }

  destroy(options?: ActionOptions): Promise<StackResult> {
    return this.start("destroy", options).result;
  }

  /** Runs a command of the CLI on this stack without the program, for instance `["refresh", "--yes", "--diff"]`. */
  pulumi(args: readonly string[]): Promise<RunResult> {
    const { engine, name, workDir, env } = this.place;
    return engine.pulumi([...args, "--stack", name], { cwd: workDir, env });
  }

  /** Runs another program where the CLI would run, and with its environment. */
  beside(program: string, args: readonly string[]): Promise<RunResult> {
    const { engine, workDir, env } = this.place;
    return runCommand(program, args, { cwd: workDir, env: { ...engine.env, ...env }, timeoutSeconds: 300 });
  }

  /** The state file as it is on the disk, to look for what must not be in it. Empty before the first action. */
  stateText(): Promise<string> {
    const { engine, name } = this.place;
    const file = join(engine.folder, "state", ".pulumi", "stacks", projectName, `${name}.json`);
    return readFile(file, "utf8").catch(() => "");
  }

  /** The resources in the state; a secret is an object whose `plaintext` is its value as JSON. */
  async resources(): Promise<readonly StateResource[]> {
    const { deployment, output, error } = await this.start("export").result;
    if (deployment === undefined) throw new Error(`The state cannot be read: ${error ?? output}`);
    return deployment.resources ?? [];
  }
}
