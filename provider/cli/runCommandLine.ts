import { type OpenHostConfigApi, createHostConfigApi } from "../api/createHostConfigApi";
import type { ApiError } from "../api/errors";
import type { Settings } from "../api/settings";
import { packageVersion } from "../api/version";
import { parseCommandLine, wantsJson, type CommandRun } from "./commandLine";
import { readConnection, stepsFor } from "./connection";
import { exitStatus, type ExitStatus, UsageError } from "./errors";
import { helpText } from "./helpText";
import { Output, plainText } from "./output";
import type { Surroundings } from "./surroundings";

/** Runs a command line to its end; a failure is reported, and never thrown. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const output = new Output(surroundings, wantsJson(argv));
  try {
    const line = parseCommandLine(argv);
    if (line.kind === "run") return await run(line, output, surroundings);
    output.document(line.kind === "help" ? helpText(line.command) : `${packageVersion}\n`);
    return exitStatus.ok;
  } catch (error) {
    return reportFailure(error, output, surroundings);
  }
}

async function run(
  { command, options, stack, args }: CommandRun,
  output: Output,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let read: Promise<Settings> | undefined;
  let api: OpenHostConfigApi | undefined;
  let isWaiting = false;
  const onRetry = (error: ApiError, retry: number) => {
    // The first retry comes at once; a person waits for those after it.
    if (retry < 2 || isWaiting) return;
    isWaiting = true;
    output.note(`Trying again: ${plainText(error.message)}`);
  };
  const settings = () => (read ??= readConnection(surroundings, stack));
  const connect = async () =>
    (api ??= createHostConfigApi(await settings(), { clock: surroundings.clock, onRetry }));
  try {
    return await command.run({ options, args, stack, output, surroundings, settings, connect });
  } finally {
    await api?.close();
  }
}

function reportFailure(error: unknown, output: Output, surroundings: Surroundings): ExitStatus {
  const { signal } = surroundings;
  const isInterrupted = signal.aborted && error === signal.reason;
  const kind = isInterrupted ? "Interrupted" : error instanceof Error ? error.name : "Error";
  const message = isInterrupted ? "Interrupted." : error instanceof Error ? error.message : String(error);
  const steps = isInterrupted ? [] : stepsFor(error, surroundings);
  output.result({ error: { kind, message, steps } });
  if (!output.json) {
    output.note(isInterrupted ? message : `Error: ${message}`);
    for (const step of steps) output.note(`  → ${step}`);
  }
  if (isInterrupted) return exitStatus.interrupted;
  return error instanceof UsageError ? exitStatus.usage : exitStatus.failed;
}
