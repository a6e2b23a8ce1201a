import { goCli } from "./goCli";
import { isFound, type CliWay, type FoundCli } from "./foundCli";
import { minimumCliVersion } from "./cliVersion";
import { npmCli } from "./npmCli";
import { pathCli } from "./pathCli";
import { report } from "./progress";

/** None of the ways led to a Pulumi CLI; the message lists them with their reasons. */
export class CliNotFoundError extends Error {
  override readonly name = "CliNotFoundError";

  constructor(readonly reasons: ReadonlyMap<string, string>) {
    const tried = [...reasons].map(([way, reason]) => `  - ${way}: ${reason}.`);
    super(
      [
        "There is no Pulumi CLI to run. Tried, in this order:",
        ...tried,
        `Install Pulumi ${minimumCliVersion} or newer (https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH,`,
        "or install the Go version named above, then run this again.",
      ].join("\n"),
    );
  }
}

/**
 * Finds the Pulumi CLI: the one on PATH, the one of the npm package `pulumi`, or one built from its Go modules.
 * What is already there comes before anything that has to be downloaded or built.
 */
export async function findCli(ways: readonly CliWay[] = [pathCli(), npmCli(), goCli()]): Promise<FoundCli> {
  const reasons = new Map<string, string>();
  for (const way of ways) {
    const result = await way.installed();
    if (isFound(result)) return result;
    reasons.set(way.name, result.unavailable);
  }
  for (const way of ways) {
    if (way.install === undefined) {
      report(`${way.name}: ${reasons.get(way.name) ?? "none"}.`);
      continue;
    }
    const result = await way.install();
    if (isFound(result)) return result;
    reasons.set(way.name, result.unavailable);
    report(`${way.name}: ${result.unavailable}.`);
  }
  throw new CliNotFoundError(reasons);
}
