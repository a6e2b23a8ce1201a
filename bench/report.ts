import { steps } from "./contenders/contender";
import { floorOf } from "./contenders/floor";
import type { Figure } from "./measure/statistics";
import type { Results, StepResult } from "./results";
import { targetsOf } from "./targets";

/** The results as tables in Markdown. */
export function reportOf(results: Results): string {
  const { settings } = results;
  const sizes = [...new Set(results.steps.map(({ size }) => size))];
  return [
    `Node.js ${settings.node}, Pulumi ${settings.engine}, ${settings.cores} cores, ${settings.parallel} resources at a time; medians, least to most of several runs in brackets.`,
    ...sizes.map((size) => sizeTable(results, size)),
    growthTable(results),
    targetTable(results),
    ...Object.entries(results.missing).map(
      ([name, why]) => `Not measured: ${name}: ${why.split("\n")[0] ?? ""}`,
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function sizeTable({ steps: all }: Results, size: number): string {
  const rows = steps.flatMap((step) => {
    const found = all.filter((result) => result.size === size && result.step === step);
    return found.map((result) => row(result, found));
  });
  return table(
    `### ${size} ${size === 1 ? "host" : "hosts"}`,
    [
      "step",
      "way",
      "seconds",
      "to the floor",
      "CPU s: provider, engine",
      "peak MB: provider, engine",
      "requests",
      "end known after",
    ],
    rows,
  );
}

function row(result: StepResult, found: readonly StepResult[]): string[] {
  const floor = found.find(({ contender }) => contender === floorOf(result.contender));
  const both = (figures: Record<string, Figure>, digits: number) =>
    ["provider", "engine"].map((role) => figures[role]?.median.toFixed(digits) ?? "-").join(", ");
  return [
    result.step,
    result.contender,
    spread(result.seconds),
    floor === undefined || floor === result ? "" : (result.seconds.median / floor.seconds.median).toFixed(2),
    both(result.cpuSeconds, 1),
    both(result.peakMegabytes, 0),
    Object.entries(result.requests)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", "),
    result.noticed === undefined ? "" : `${result.noticed.toFixed(2)} s`,
  ];
}

function growthTable({ growth }: Results): string {
  if (growth.length === 0) return "";
  return table(
    "### One host with a large configuration",
    ["way", "step", "KB", "seconds", "provider CPU s", "provider MB"],
    growth.map(({ contender, step, kilobytes, seconds, providerCpuSeconds, providerMegabytes }) => [
      contender,
      step,
      String(kilobytes),
      seconds.toFixed(2),
      providerCpuSeconds.toFixed(2),
      providerMegabytes.toFixed(0),
    ]),
  );
}

function targetTable(results: Results): string {
  return table(
    "### Targets",
    ["what", "found", "limit", ""],
    targetsOf(results).map(({ what, found, limit }) => [
      what,
      found.toFixed(2),
      String(limit),
      found <= limit ? "holds" : "**does not hold**",
    ]),
  );
}

function spread({ median, least, most, runs }: Figure): string {
  return runs === 1 ? median.toFixed(2) : `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [title, "", line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
