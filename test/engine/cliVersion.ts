import type { RunCommand } from "./runCommand";

/** The oldest CLI whose dynamic resources hand back the inputs of a `read`. */
export const minimumCliVersion = "3.216.0";

/** What `pulumi version` printed, as a version without `v`; undefined where it is none. */
export function parseCliVersion(printed: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:\+\S*)?$/.exec(printed.trim())?.[1];
}

/** Whether a version is at least the minimum; a pre-release counts as older than its release. */
export function isNewEnough(version: string, minimum: string = minimumCliVersion): boolean {
  const [numbers = "", preRelease] = version.split(/-(.*)/s);
  const difference = compareNumbers(numbers, minimum);
  return difference > 0 || (difference === 0 && preRelease === undefined);
}

function compareNumbers(left: string, right: string): number {
  const rights = right.split(".").map(Number);
  for (const [index, part] of left.split(".").map(Number).entries()) {
    const difference = part - (rights[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Asks an executable for its version; a reason where it gives none that is good enough. */
export async function askVersion(
  path: string,
  run: RunCommand,
): Promise<{ version: string } | { unavailable: string }> {
  const answer = await run(path, ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeoutSeconds: 30,
  });
  if (answer.status !== 0) return { unavailable: `${path} version failed: ${answer.reason}` };
  const version = parseCliVersion(answer.stdout);
  if (version === undefined) {
    return { unavailable: `${path} does not tell its version (it printed ${JSON.stringify(answer.stdout)})` };
  }
  if (!isNewEnough(version)) {
    return { unavailable: `${path} is version ${version}, and ${minimumCliVersion} or newer is needed` };
  }
  return { version };
}
