/** The longest wait that a `Retry-After` can bring about, in milliseconds: five minutes. */
const longest = 5 * 60_000;

/**
 * Milliseconds that a `Retry-After` header asks to wait: seconds, or an HTTP date.
 *
 * @param date the answer's `Date` header. A date counts from there, since the two clocks may differ.
 * @param now milliseconds since the epoch, for an answer without a `Date`
 * @returns `undefined` for a missing or illegible value; never more than five minutes
 */
export function readRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longest);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const from = httpDate(date ?? "") ?? now;
  return Math.min(Math.max(until - from, 0), longest);
}

/** `Date.parse` takes almost anything for a date, "-5" and "1" among it: a day's or month's name must come first. */
function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
