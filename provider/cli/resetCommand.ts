import { ApiError } from "../api/errors";
import type { HostConfigApi } from "../api/hostConfigApi";
import { defineCommand, flag } from "./command";
import { CommandError, UsageError, exitStatus, type ExitStatus } from "./errors";
import { findHost, hostLabel, shownHost, type ShownHost, outputRedactor } from "./hosts";
import { lastOutput, readHostStatus, statusResult, type HostStatus, stateText } from "./status/statusTable";

/** Resets a stuck deployment. */
export const resetCommand = defineCommand({
  name: "reset",
  args: "HOST",
  argCount: { least: 1, most: 1 },
  summary: "Reset a stuck deployment, so that a new one can start.",
  description: [
    "Resets the deploy state of a host whose deployment is stuck. The service then lets a new deployment",
    "start; what the old one still does on the server is not stopped. A deployment without progress is",
    "released by the service itself after five minutes, so wait for that first.",
    "HOST is an id (12), a client and a name (1/web1), or a name (web1).",
  ],
  options: {
    yes: flag("Do not ask. Needed where there is no terminal to ask on."),
    force: flag("Reset also during an account import, and where nothing seems to run."),
  },
  examples: [
    ["reset web1", "says what is reset, and asks"],
    ["reset 12 --yes", "in a script"],
  ],
  run: async ({
    args: [wanted = ""],
    options,
    output,
    surroundings,
    connect,
    settings,
  }): Promise<ExitStatus> => {
    const { signal } = surroundings;
    const api = await connect();
    const host = shownHost(await findHost(api, wanted, signal));
    const before = await readHostStatus(api, host, signal);
    if (before.state !== "running" && !options.force) {
      if (before.state === "importing") throw importing(before);
      if (before.state === "unreadable") throw unreadable(before);
      output.line(`${hostLabel(host)}: nothing to reset, no deployment is running (${stateText(before)}).`);
      output.result({ reset: false, before: statusResult(before), after: statusResult(before) });
      return exitStatus.ok;
    }
    if (!options.yes) {
      const { token } = await settings();
      const redact = await outputRedactor(api, host.id, token(), signal);
      for (const line of whatIsReset(before, api.baseUrl, redact)) output.note(redact(line));
      const answer = await output.ask(`Reset the deploy state of ${hostLabel(host)}? [y/N] `);
      if (answer === undefined) {
        throw new UsageError("There is no terminal to ask on, so nothing was reset.", [
          `\`npx pulumi-hostconfig reset ${host.id} --yes\` resets without asking.`,
        ]);
      }
      if (!/^\s*y(es)?\s*$/i.test(answer)) {
        output.line("Nothing was reset.");
        output.result({ reset: false, before: statusResult(before), after: statusResult(before) });
        return exitStatus.failed;
      }
    }
    try {
      await api.resetDeploy(host.id, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.mayHaveHappened) throw uncertain(before, error);
      throw error;
    }
    const after = await readAfter(api, host, signal);
    output.line(`${hostLabel(host)}: the deploy state was reset; it is now "${stateText(after)}".`);
    output.line("The next `pulumi up` deploys what is saved and not published yet.");
    output.result({ reset: true, before: statusResult(before), after: statusResult(after) });
    return exitStatus.ok;
  },
});

function whatIsReset(before: HostStatus, address: string, redact: (text: string) => string): string[] {
  const last = lastOutput(before, redact);
  const client = before.clientId === undefined ? "" : `, client ${before.clientId}`;
  return [
    `${hostLabel(before)}${client}, at ${address}`,
    `  status: ${stateText(before)}${before.type === undefined ? "" : ` (${before.type})`}`,
    `  last output: ${last ?? "none"}`,
    "A reset lets a new deployment start. It does not stop what the old one still does on the server.",
  ];
}

function importing(status: HostStatus): CommandError {
  return new CommandError(`${hostLabel(status)}: an account import is running, and that is no deployment.`, [
    "Wait until it has ended: `npx pulumi-hostconfig status " + `${status.id} --wait\`.`,
    "If it is stuck, `--force` resets it all the same.",
  ]);
}

function unreadable(status: HostStatus): CommandError {
  return new CommandError(`${hostLabel(status)}: the token may not see what runs on it; nothing was reset.`, [
    "Use a token that may, or reset it all the same with `--force`.",
  ]);
}

async function readAfter(api: HostConfigApi, host: ShownHost, signal: AbortSignal): Promise<HostStatus> {
  try {
    return await readHostStatus(api, host, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(
      `${hostLabel(host)}: the deploy state was reset, and how it is now cannot be read: ${error.message}`,
      [`\`npx pulumi-hostconfig status ${host.id}\` tells, once the service answers.`],
    );
  }
}

function uncertain(status: HostStatus, error: ApiError): CommandError {
  return new CommandError(`${hostLabel(status)}: ${error.message}`, [
    `Whether it was reset, \`npx pulumi-hostconfig status ${status.id}\` tells.`,
  ]);
}
