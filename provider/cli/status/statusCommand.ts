import { defineCommand, flag, option, type Invocation, secondsValue } from "../command";
import { exitStatus } from "../errors";
import { chosenHosts, filterOptions, outputRedactor } from "../hosts";
import { plainText } from "../output";
import {
  isBusy,
  lastOutput,
  readHostStatus,
  statusResult,
  statusSummary,
  statusTable,
  type HostStatus,
} from "./hostStatus";
import { StatusWatch } from "./statusWatch";

const options = {
  ...filterOptions,
  watch: flag("Go on, and show what starts, what it prints and how it ends, until Ctrl-C."),
  wait: flag("As --watch, and end as soon as nothing runs any more."),
  interval: option(
    "SECONDS",
    secondsValue,
    "Time between two looks at what runs. Hosts where nothing runs are looked at by turns, 20 at a time. Default: 3.",
  ),
  "exit-status": flag("Exit with 3 where the latest deployment of a host has failed."),
};

type StatusInvocation = Invocation<typeof options>;

/** Shows how the hosts' latest deployments stand. */
export const statusCommand = defineCommand({
  name: "status",
  args: { placeholder: "[HOST…]", least: 0, most: Infinity },
  summary: "Show what is deployed, running and failed, and since when.",
  description: [
    "Shows the latest deployment of every host that the token may see, or of the hosts that are named.",
    "HOST is an id (12), a client and a name (1/web1), or a name (web1).",
  ],
  options,
  examples: [
    ["status", "every host"],
    ["status --client 1 --search shop", "the hosts of client 1 with shop in their names"],
    ["status web1 --watch", "follow one host, with the output of its deployments"],
    ["status --wait --exit-status", "wait until nothing runs any more; exit with 3 where something failed"],
  ],
  exits: ["3 with --exit-status: the latest deployment of at least one host has failed."],
  run: async (invocation) => {
    const { watch, wait, "exit-status": asksForFailures } = invocation.options;
    const statuses = await readStatuses(invocation);
    await show(invocation, statuses);
    const follows = wait ? statuses.some(isBusy) : watch && statuses.length > 0;
    const latest = follows ? await follow(invocation, statuses) : statuses;
    const failed = latest.some(({ state }) => state === "failed");
    return asksForFailures && failed ? exitStatus.found : exitStatus.ok;
  },
});

async function readStatuses({ args, options, connect, surroundings }: StatusInvocation) {
  const { signal } = surroundings;
  const api = await connect();
  const { client, search } = options;
  const hosts = await chosenHosts(api, { named: args, client, search }, signal);
  return Promise.all(hosts.map((host) => readHostStatus(api, host, signal)));
}

async function show(invocation: StatusInvocation, statuses: readonly HostStatus[]): Promise<void> {
  const { options, output, surroundings } = invocation;
  if (options.watch || options.wait) {
    for (const status of statuses) output.event({ event: "host", ...statusResult(status) });
  } else {
    output.result({ hosts: statuses.map(statusResult) });
  }
  if (output.json) return;
  if (statuses.length === 0) {
    output.line("No host was found.");
    return;
  }
  for (const line of statusTable(statuses, output.style, surroundings.clock.now())) output.line(line);
  output.line();
  output.line(statusSummary(statuses));
  for (const line of await failureLines(invocation, statuses)) output.line(line);
}

/** More failures than these are not explained. */
const mostExplained = 10;

/** For each failed deployment, the last line of its output. */
async function failureLines(invocation: StatusInvocation, statuses: readonly HostStatus[]) {
  const failed = statuses.filter(({ state }) => state === "failed").slice(0, mostExplained);
  return Promise.all(
    failed.map(async (status) => {
      const { id, name } = status.host;
      if (lastOutput(status) === undefined) return `  ${plainText(name)}: it left no output.`;
      return `  ${plainText(name)}: ${lastOutput(status, await outputRedactor(invocation, id)) ?? ""}`;
    }),
  );
}

/** Shows what happens on the hosts until the watch ends, and returns how they stand then. */
async function follow(invocation: StatusInvocation, statuses: readonly HostStatus[]): Promise<HostStatus[]> {
  const { options, connect, output, surroundings } = invocation;
  const { clock, signal } = surroundings;
  const watch = new StatusWatch(
    {
      ...{ api: await connect(), clock, signal, output, interval: (options.interval ?? 3) * 1000 },
      redactorOf: (hostId) => outputRedactor(invocation, hostId),
    },
    statuses,
  );
  output.line();
  if (!options.wait) output.line(output.style.faint("Watching; Ctrl-C ends it."));
  try {
    await watch.run(options.wait);
  } catch (error) {
    // Ctrl-C is the way to end a watch without --wait.
    if (options.wait || !signal.aborted) throw error;
  }
  output.line(statusSummary(watch.statuses));
  return watch.statuses;
}
