import type { CustomTimeouts } from "@pulumi/pulumi";
import { programError } from "./programError";

/** Seconds for each operation. */
export interface OperationTimeouts {
  create?: number;
  update?: number;
  delete?: number;
}

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };

/**
 * The time-outs of `opts.customTimeouts` in seconds, which do not reach a dynamic provider by themselves.
 *
 * @param resource for the error, such as `Host "web"`
 * @throws RunError for a text that is no duration such as `30m` or `1h30m`
 */
export function operationTimeouts(
  resource: string,
  timeouts: CustomTimeouts | undefined,
): OperationTimeouts | undefined {
  const given = Object.entries(timeouts ?? {}).flatMap(([operation, text]): [string, number][] => {
    if (typeof text !== "string") return [];
    const seconds = durationSeconds(`${resource}: customTimeouts.${operation}`, text);
    // To the engine, and so to the plugin, none at all.
    return seconds === 0 ? [] : [[operation, seconds]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function durationSeconds(place: string, text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)];
  if (text === "" || parts.map(([part]) => part).join("") !== text) {
    throw programError(`${place}: "${text}" is no duration; write for instance "30m" or "1h30m".`);
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0), 0);
}
