import type { Output } from "../output";

/** What one check of `doctor` has found. */
export interface Finding {
  /** Subject of the check. */
  check: string;
  /**
   * - `ok`: as it should be;
   * - `warning`: works, and deserves attention;
   * - `problem`: something will not work;
   * - `skipped`: could not be checked.
   */
  result: "ok" | "warning" | "problem" | "skipped";
  message: string;
  /** What to do about it, in the order of trying. */
  steps: readonly string[];
}

export const ok = finding("ok");
export const warning = finding("warning");
export const problem = finding("problem");
export const skipped = finding("skipped");

function finding(result: Finding["result"]) {
  return (check: string, message: string, ...steps: string[]): Finding => ({ check, result, message, steps });
}

export function showFinding(output: Output, { check, result, message, steps }: Finding): void {
  const { good, bad, warning, faint } = output.style;
  const style = { ok: good, warning, problem: bad, skipped: faint }[result];
  output.line(`${style(result.padEnd(7))}  ${check}: ${message}`);
  for (const step of steps) output.line(`         → ${step}`);
}
