/** The first look after a start comes soon, for the deployment to be seen while it runs. Milliseconds. */
export const firstLook = 1000;

/** The second one, for a short deployment not to wait as long again until its end is seen. */
const secondLook = 2100;

/** No two looks are closer. */
const smallestGap = 1000;

/**
 * When to look at the status next: a poll interval after the last look, and once in between right after a start.
 *
 * @param sentAt when the start was sent; `undefined` for a deployment of somebody else or of an earlier operation
 */
export function nextLook(lookedAt: number, sentAt: number | undefined, pollInterval: number): number {
  const third = (sentAt ?? -Infinity) + firstLook + pollInterval;
  const since = lookedAt - (sentAt ?? -Infinity);
  if (since < firstLook || lookedAt >= third || secondLook + smallestGap > firstLook + pollInterval) {
    return lookedAt + pollInterval;
  }
  const due = since < secondLook ? (sentAt ?? 0) + secondLook : third;
  return Math.max(due, lookedAt + smallestGap);
}
