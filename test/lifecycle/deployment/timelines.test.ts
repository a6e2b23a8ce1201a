import { DeploymentRun, type DeploymentReport } from "../../../provider/deploy/deploymentRun";
import { deployOptionsIn } from "../../../provider/deploy/options";
import { stage } from "./stage";
import { readTimelines, type Timeline } from "./timeline";

describe("a deployment", () => {
  test.each(readTimelines())("%s", async (_case, recorded) => {
    const { clock, service, context } = stage(recorded);
    const report = await run(recorded, context);
    const { expect: expected } = recorded;

    expect({
      outcome: outcomeOf(report),
      starts: service.starts.length,
      resets: service.resets,
      seconds: clock.seconds,
    }).toEqual({
      outcome: expected.outcome,
      starts: expected.starts,
      resets: expected.resets,
      seconds: expected.seconds,
    });
    const message = report.error instanceof Error ? report.error.message : "";
    for (const text of expected.message) expect(message).toContain(text);
    if (expected.looks !== undefined) expect(service.looks).toEqual(expected.looks);
    if (expected.record !== undefined) expect(report.record).toEqual(expected.record);
  });
});

async function run(recorded: Timeline, context: Parameters<typeof DeploymentRun.prepare>[0]) {
  const saved = recorded.saveTakes !== undefined;
  try {
    const due = {
      target: { id: 12, label: "Host 12 (web1)" },
      options: deployOptionsIn({ waitByDefault: true }, recorded.deploy),
      record: recorded.record ?? {},
      digest: "now",
      triggered: recorded.triggered,
    };
    const prepared = await DeploymentRun.prepare(context, due);
    if (saved) await context.clock.sleep((recorded.saveTakes ?? 0) * 1000);
    return await prepared.finish(saved);
  } catch (error) {
    return { record: {}, error };
  }
}

function outcomeOf({ error, record }: DeploymentReport): string {
  if (error instanceof Error) return error.name;
  return record.published === undefined ? "started" : "published";
}
