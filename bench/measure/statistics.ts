/** A figure of several runs. */
export interface Figure {
  median: number;
  least: number;
  most: number;
  runs: number;
}

/** The figure of some measurements; `undefined` of none. */
export function figureOf(measured: readonly number[]): Figure | undefined {
  const sorted = [...measured].sort((a, b) => a - b);
  const [least] = sorted;
  const most = sorted.at(-1);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (least === undefined || most === undefined || lower === undefined || upper === undefined)
    return undefined;
  return { median: (lower + upper) / 2, least, most, runs: sorted.length };
}

export function mean(measured: readonly number[]): number {
  return measured.reduce((sum, value) => sum + value, 0) / measured.length;
}
