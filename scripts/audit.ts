// Fails where a run-time dependency has a known weakness: npm run audit
// A registry that answers no audits is told and is no failure: nobody behind such a mirror could release otherwise.
import { resolve } from "node:path";
import { runCommand, type RunCommand } from "../test/engine/runCommand";

/** What an audit found. */
export type Audit =
  | { readonly kind: "clean" }
  | { readonly kind: "weak"; readonly report: string }
  | { readonly kind: "unanswered"; readonly reason: string };

/** Asks the registry about everything that is installed with the package. */
export async function audit(run: RunCommand = runCommand): Promise<Audit> {
  const cwd = resolve(__dirname, "..");
  const args = ["audit", "--omit=dev", "--package-lock-only", "--json"];
  const { status, stdout, reason } = await run("npm", args, { cwd, timeoutSeconds: 120 });
  const found = total(stdout);
  if (found === undefined) return { kind: "unanswered", reason };
  return found === 0 && status === 0 ? { kind: "clean" } : { kind: "weak", report: stdout };
}

/** How many weaknesses the answer lists; undefined where it is no report. */
function total(text: string): number | undefined {
  try {
    const report = JSON.parse(text) as { metadata?: { vulnerabilities?: { total?: unknown } } };
    const count = report.metadata?.vulnerabilities?.total;
    return typeof count === "number" ? count : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const found = await audit();
  if (found.kind === "clean") process.stderr.write("No known weakness in the run-time dependencies.\n");
  if (found.kind === "unanswered") process.stderr.write(`The registry answered no audit: ${found.reason}\n`);
  if (found.kind !== "weak") return;
  process.stderr.write(found.report);
  process.exitCode = 1;
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
