import type { RunCommand, RunOptions, RunResult } from "./runCommand";

/** A command that a test's {@link RunCommand} was asked to run. */
export interface AskedCommand {
  readonly line: string;
  readonly options: RunOptions;
}

/** What a scripted command does; a text stands for a success that prints it. */
export type ScriptedAnswer = string | Partial<RunResult>;

/** A {@link RunCommand} that starts nothing: the test answers each command. */
export function commandScript(
  answer: (line: string, options: RunOptions) => ScriptedAnswer | Promise<ScriptedAnswer>,
): { run: RunCommand; asked: AskedCommand[] } {
  const asked: AskedCommand[] = [];
  const run: RunCommand = async (command, args, options = {}) => {
    const line = [command, ...args].join(" ");
    asked.push({ line, options });
    const given = await answer(line, options);
    const result = typeof given === "string" ? { stdout: given } : given;
    return { status: 0, stdout: "", stderr: "", reason: "", ...result };
  };
  return { run, asked };
}
