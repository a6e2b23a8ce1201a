import { type OpenHostConfigApi, createHostConfigApi } from "../api/createHostConfigApi";
import type { ApiError } from "../api/errors";
import type { Settings } from "../api/settings";
import { packageVersion } from "../api/version";
import { readConnection } from "./connection";
import { exitStatus, type ExitStatus } from "./errors";
import { explainError } from "./explainError";
import { helpText } from "./helpText";
import { Output, plainText } from "./output";
import { commonOptions, parseCommandLine, wantsJson, type CommandLine } from "./parseCommandLine";
import type { Surroundings } from "./surroundings";

/** Runs a command line to its end; a failure is told, and never thrown. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  try {
    const line = parseCommandLine(argv);
    switch (line.kind) {
      case "help":
        surroundings.stdout.write(helpText(line.command));
        return exitStatus.ok;
      case "version":
        surroundings.stdout.write(`${packageVersion}\n`);
        return exitStatus.ok;
      case "run":
        return await run(line, surroundings);
    }
  } catch (error) {
    return tell(error, wantsJson(argv), surroundings);
  }
}

async function run(
  line: Extract<CommandLine, { kind: "run" }>,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let settings: Promise<Settings> | undefined;
  let api: OpenHostConfigApi | undefined;
  const read = () => (settings ??= readConnection(surroundings, line.stack));
  const output = new Output(surroundings, line.json);
  let toldOfRetries = false;
  const onRetry = (error: ApiError, retry: number) => {
    // The first retry comes at once; a person waits for those after it.
    if (retry < 2 || toldOfRetries) return;
    toldOfRetries = true;
    output.note(`Trying again: ${plainText(error.message)}`);
  };
  try {
    return await line.command.run({
      // Every option of the command was read; those that all commands have are not its business.
      options: Object.fromEntries(Object.entries(line.options).filter(([name]) => !(name in commonOptions))),
      args: line.args,
      stack: line.stack,
      output,
      surroundings,
      settings: read,
      connect: async () =>
        (api ??= createHostConfigApi(await read(), { clock: surroundings.clock, onRetry })),
    });
  } finally {
    await api?.close();
  }
}

function tell(error: unknown, json: boolean, surroundings: Surroundings): ExitStatus {
  const output = new Output(surroundings, json);
  if (surroundings.signal.aborted && error === surroundings.signal.reason) {
    if (!json) output.note("Interrupted.");
    output.result({ error: { kind: "Interrupted", message: "Interrupted.", steps: [] } });
    return exitStatus.interrupted;
  }
  const { kind, message, steps, status } = explainError(error, surroundings);
  output.result({ error: { kind, message, steps } });
  if (!json) {
    output.note(`Error: ${message}`);
    for (const step of steps) output.note(`  → ${step}`);
  }
  return status;
}
