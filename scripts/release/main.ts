// Builds everything that a release consists of into release/, and tries each piece as a user would.
import { resolve } from "node:path";
import { report, withProgress } from "../../test/engine/progress";
import { buildRelease } from "./buildRelease";
import { releaseChecks, tryOut } from "./checks";
import { packageVersionOf, staleVersions } from "./versions";

const repository = resolve(__dirname, "..", "..");

async function main(): Promise<void> {
  const version = await packageVersionOf(repository);
  const failures = await staleVersions(repository);
  for (const problem of failures) report(`FAILED  ${problem}`);
  const release = await buildRelease(repository, version);
  for (const check of releaseChecks(release)) {
    if (check.missing !== undefined) {
      report(`SKIPPED ${check.what}: ${check.missing}`);
      continue;
    }
    try {
      await withProgress(check.what, () => tryOut(check));
      report(`ok      ${check.what}`);
    } catch (error) {
      failures.push(check.what);
      report(`FAILED  ${check.what}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  report(`${release.folder} holds version ${version}: ${failures.length} problems.`);
  if (failures.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  report(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
