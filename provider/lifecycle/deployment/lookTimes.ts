/** The first look after a start comes soon, for the deployment to be seen while it runs. Milliseconds. */
export const firstLook = 1000;

/**
 * The second one, for a short deployment not to wait as long again until its end is seen. It counts from the answer to the
 * start, because that is the latest moment at which the deployment can have begun.
 */
const secondLook = 2050;

/** No two looks are closer. */
const smallestGap = 1000;

/** Timers may end a little too soon. */
const tolerance = 20;

/** A start of ours, in the clock's milliseconds. */
export interface SentStart {
  sentAt: number;
  /** When it was answered, or given up. */
  answeredAt: number;
}

/**
 * When to look at the status next: a poll interval after the last look, and once in between right after a start.
 *
 * @param start `undefined` for a deployment of somebody else or of an earlier operation
 */
export function nextLook(lookedAt: number, start: SentStart | undefined, pollInterval: number): number {
  if (start === undefined) return lookedAt + pollInterval;
  const second = start.answeredAt + secondLook;
  const third = start.sentAt + firstLook + pollInterval;
  const isAhead = (time: number) => lookedAt < time - tolerance;
  const isFirst = lookedAt <= start.sentAt;
  if (isFirst || !isAhead(third) || second + smallestGap > third) return lookedAt + pollInterval;
  return Math.max(isAhead(second) ? second : third, lookedAt + smallestGap);
}
