import { ApiError } from "../api/errors";
import type { Host, HostConfigApi } from "../api/hostConfigApi";
import { defineCommand, flag, type Service } from "./command";
import { CommandError, UsageError, exitStatus } from "./errors";
import { findHost, hostLabel, outputRedactor } from "./hosts";
import type { Output } from "./output";
import {
  lastOutput,
  readHostStatus,
  stateAndType,
  stateText,
  statusResult,
  type HostStatus,
} from "./status/hostStatus";

/** Resets a stuck deployment. */
export const resetCommand = defineCommand({
  name: "reset",
  args: { placeholder: "HOST", least: 1, most: 1 },
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
  run: async (invocation) => {
    const { args, options, output, surroundings, connect } = invocation;
    const { signal } = surroundings;
    const api = await connect();
    const host = await findHost(api, args[0] ?? "", signal);
    const label = hostLabel(host);
    const before = await readHostStatus(api, host, signal);
    const report = (reset: boolean, after: HostStatus) => {
      output.result({ reset, before: statusResult(before), after: statusResult(after) });
    };
    if (before.state !== "running" && !options.force) {
      refuseUnlessIdle(before);
      output.line(`${label}: nothing to reset, no deployment is running (${stateText(before)}).`);
      report(false, before);
      return exitStatus.ok;
    }
    if (!options.yes && !(await isConfirmed(invocation, output, api.baseUrl, before))) {
      output.line("Nothing was reset.");
      report(false, before);
      return exitStatus.failed;
    }
    const after = await reset(api, host, signal);
    output.line(`${label}: the deploy state was reset; it is now "${stateText(after)}".`);
    output.line("The next `pulumi up` deploys what is saved and not published yet.");
    report(true, after);
    return exitStatus.ok;
  },
});

/** @throws CommandError during an account import, and if it is unknown what runs */
function refuseUnlessIdle({ host, state }: HostStatus): void {
  if (state === "importing") {
    throw new CommandError(`${hostLabel(host)}: an account import is running, and that is no deployment.`, [
      `Wait until it has ended: \`npx pulumi-hostconfig status ${host.id} --wait\`.`,
      "If it is stuck, `--force` resets it all the same.",
    ]);
  }
  if (state === "unreadable") {
    throw new CommandError(`${hostLabel(host)}: the token may not see what runs on it; nothing was reset.`, [
      "Use a token that may, or reset it all the same with `--force`.",
    ]);
  }
}

/** @throws UsageError without a terminal */
async function isConfirmed(
  service: Service,
  output: Output,
  address: string,
  status: HostStatus,
): Promise<boolean> {
  const { host } = status;
  const redact = await outputRedactor(service, host.id);
  const client = host.clientId === undefined ? "" : `, client ${host.clientId}`;
  const lines = [
    `${hostLabel(host)}${client}, at ${address}`,
    `  status: ${stateAndType(status)}`,
    `  last output: ${lastOutput(status, redact) ?? "none"}`,
    "A reset lets a new deployment start. It does not stop what the old one still does on the server.",
  ];
  for (const line of lines) output.note(redact(line));
  const answer = await output.ask(`Reset the deploy state of ${hostLabel(host)}? [y/N] `);
  if (answer === undefined) {
    throw new UsageError("There is no terminal to ask on, so nothing was reset.", [
      `\`npx pulumi-hostconfig reset ${host.id} --yes\` resets without asking.`,
    ]);
  }
  return /^\s*y(es)?\s*$/i.test(answer);
}

/** Resets the deploy state, and returns how the host stands afterwards. */
async function reset(api: HostConfigApi, host: Host, signal: AbortSignal): Promise<HostStatus> {
  try {
    await api.resetDeploy(host.id, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.mayHaveHappened)) throw error;
    throw new CommandError(`${hostLabel(host)}: ${error.message}`, [
      `Whether it was reset, \`npx pulumi-hostconfig status ${host.id}\` tells.`,
    ]);
  }
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
