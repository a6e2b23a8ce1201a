/** What one check of `doctor` has found. */
export interface Finding {
  /** What was looked at. */
  check: string;
  /**
   * - `ok`: as it should be;
   * - `warning`: works, and is worth a look;
   * - `problem`: something will not work;
   * - `skipped`: could not be looked at.
   */
  result: "ok" | "warning" | "problem" | "skipped";
  message: string;
  /** What to do about it, in the order of trying. */
  steps: readonly string[];
}

export function ok(check: string, message: string): Finding {
  return { check, result: "ok", message, steps: [] };
}

export function warning(check: string, message: string, ...steps: string[]): Finding {
  return { check, result: "warning", message, steps };
}

export function problem(check: string, message: string, ...steps: string[]): Finding {
  return { check, result: "problem", message, steps };
}

export function skipped(check: string, message: string): Finding {
  return { check, result: "skipped", message, steps: [] };
}
