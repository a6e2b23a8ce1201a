import { defineCommand, flag, option, type Invocation, secondsValue } from "../command";
import { exitStatus, type ExitStatus } from "../errors";
import { chosenHosts, filterOptions, outputRedactor, shownHost } from "../hosts";
import {
  failureLines,
  isBusy,
  readHostStatus,
  statusResult,
  type HostStatus,
  statusSummary,
  statusTable,
} from "./statusTable";
import { StatusWatch, WatchReport } from "./statusWatch";

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
  args: "[HOST…]",
  argCount: { least: 0, most: Infinity },
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
  run: async (invocation): Promise<ExitStatus> => {
    const statuses = await look(invocation);
    const { options: chosen } = invocation;
    const follows = chosen.wait ? statuses.some(isBusy) : chosen.watch && statuses.length > 0;
    const latest = follows ? await watch(invocation, statuses) : statuses;
    const failed = latest.some(({ state }) => state === "failed");
    return chosen["exit-status"] && failed ? exitStatus.found : exitStatus.ok;
  },
});

async function look({
  args,
  options: chosen,
  connect,
  output,
  surroundings,
  settings,
}: StatusInvocation): Promise<HostStatus[]> {
  const { signal, clock } = surroundings;
  const api = await connect();
  const hosts = await chosenHosts(api, { named: args, client: chosen.client, search: chosen.search }, signal);
  const statuses = await Promise.all(hosts.map((host) => readHostStatus(api, shownHost(host), signal)));
  if (chosen.watch || chosen.wait) {
    for (const status of statuses) output.event({ event: "host", ...statusResult(status) });
  } else {
    output.result({ hosts: statuses.map(statusResult) });
  }
  if (statuses.length === 0) {
    output.line("No host was found.");
    return [];
  }
  for (const line of statusTable(statuses, output.style, clock.now())) output.line(line);
  output.line();
  output.line(statusSummary(statuses));
  if (!output.json) {
    const { token } = await settings();
    for (const line of await failureLines(api, statuses, token(), signal)) output.line(line);
  }
  return statuses;
}

async function watch(
  { options: chosen, connect, output, surroundings, settings }: StatusInvocation,
  statuses: readonly HostStatus[],
): Promise<HostStatus[]> {
  const { clock, signal } = surroundings;
  const api = await connect();
  const token = (await settings()).token();
  const report = new WatchReport({ clock, output });
  const follow = new StatusWatch(
    {
      ...{ api, clock, signal, interval: (chosen.interval ?? 3) * 1000 },
      redactorOf: (hostId) => outputRedactor(api, hostId, token, signal),
      tell: (event) => {
        report.tell(event);
      },
    },
    statuses,
  );
  output.line();
  if (!chosen.wait) output.line(output.style.faint("Watching; Ctrl-C ends it."));
  try {
    await follow.run(chosen.wait);
  } catch (error) {
    // Ctrl-C is how a watch without an end is left.
    if (chosen.wait || !signal.aborted) throw error;
  }
  output.line(statusSummary(follow.statuses));
  return follow.statuses;
}
