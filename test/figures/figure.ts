import { appendFileSync } from "node:fs";

/**
 * Notes what a test counted or measured, as one line that the run prints at its end:
 * `figure("fault matrix", "1200 / 1200 cells passed")`.
 */
export function figure(subject: string, text: string): void {
  const file = process.env.HOSTCONFIG_TEST_FIGURES;
  if (file === undefined) throw new Error("Figures need the reporter test/figures/figuresReporter.cjs.");
  appendFileSync(file, `${subject}: ${text}\n`);
}
