import { mkdtemp, rm } from "node:fs/promises";
import { setMaxListeners } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../provider/api/clock";
import { runCommandLine } from "../../provider/cli/runCommandLine";
import type { ProgramResult, Surroundings } from "../../provider/cli/surroundings";
import { ManualClock, startEmulator, type Emulator, type EmulatorOptions } from "../emulator";

/** How a command ended, and what it said. */
export interface CliRun {
  status: number;
  stdout: string;
  stderr: string;
}

/** What a test changes about the process. */
export interface CliSettings {
  env?: Record<string, string | undefined>;
  terminal?: boolean;
  /** Answers to questions, in their order; without one there is no terminal to ask on. */
  answers?: string[];
  programs?: Record<
    string,
    (args: readonly string[], env: Readonly<Record<string, string>>) => ProgramResult
  >;
  signal?: AbortSignal;
  packageFolder?: string;
  cwd?: string;
  nodeVersion?: string;
}

/** The command line on an emulator; both share a clock that only moves when the command sleeps. */
export interface CliBench {
  emulator: Emulator;
  clock: ManualClock;
  /** An empty folder. */
  folder: string;
  /** Called after each sleep of the command, with the number of sleeps so far. */
  onSleep(call: (count: number) => void): void;
  run(argv: readonly string[], settings?: CliSettings): Promise<CliRun>;
  close(): Promise<void>;
}

export async function openCliBench(options: EmulatorOptions = {}): Promise<CliBench> {
  const clock = new ManualClock();
  const emulator = await startEmulator({ clock, deploySeconds: 10, ...options });
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-cli-"));
  let slept: (count: number) => void = () => undefined;
  return {
    emulator,
    clock,
    folder,
    onSleep: (call) => {
      slept = call;
    },
    run: (argv, settings = {}) =>
      run(argv, settings, {
        emulator,
        clock,
        folder,
        slept: (count) => {
          slept(count);
        },
      }),
    close: async () => {
      await rm(folder, { recursive: true, force: true });
      await emulator.close();
    },
  };
}

interface Bench {
  emulator: Emulator;
  clock: ManualClock;
  folder: string;
  slept: (count: number) => void;
}

async function run(
  argv: readonly string[],
  settings: CliSettings,
  { emulator, clock, folder, slept }: Bench,
): Promise<CliRun> {
  const said = { stdout: "", stderr: "" };
  const { answers = [], terminal = false, programs = {} } = settings;
  const { signal = new AbortController().signal } = settings;
  // Every request listens.
  setMaxListeners(0, signal);
  const surroundings: Surroundings = {
    env: { HOSTCONFIG_BASE_URL: emulator.url, HOSTCONFIG_TOKEN: emulator.tokens.admin, ...settings.env },
    cwd: settings.cwd ?? folder,
    packageFolder: settings.packageFolder ?? folder,
    nodeVersion: settings.nodeVersion ?? "22.12.0",
    stdout: { isTerminal: terminal, write: (text) => void (said.stdout += text) },
    stderr: { isTerminal: terminal, write: (text) => void (said.stderr += text) },
    clock: sleepingClock(clock, slept),
    signal,
    ask: (question) => {
      said.stderr += question;
      return Promise.resolve(answers.shift());
    },
    run: (program, args, env = {}) =>
      Promise.resolve(programs[program]?.(args, env) ?? { status: undefined, stdout: "", stderr: "" }),
  };
  const status = await runCommandLine(argv, surroundings);
  return { status, ...said };
}

/** A sleep moves the emulator's clock on and is over at once. */
function sleepingClock(clock: ManualClock, slept: (count: number) => void): Clock {
  let count = 0;
  return {
    now: () => clock.now(),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      clock.advance(milliseconds);
      count += 1;
      slept(count);
      await Promise.resolve();
      signal?.throwIfAborted();
    },
  };
}

/** Anything by which a text could steer a terminal. */
export const steering = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
