/** The engine's count of resources at the end of a run: `{ created: 2, unchanged: 1 }`. */
export type ResourceCounts = Readonly<Record<string, number>>;

/** Reads the count out of what a run printed. */
export function resourceCounts(output: string): ResourceCounts {
  const summary = output.slice(output.lastIndexOf("Resources:"));
  const found: Iterable<string[]> = summary.matchAll(
    /^ +(?:[^\w\s]+ ?|\d+ changes\. )?(\d+) (created|updated|unchanged|deleted|replaced|errored|to \w+)$/gm,
  );
  return Object.fromEntries(
    [...found].map(([, count, kind = ""]): [string, number] => [kind, Number(count)]),
  );
}
