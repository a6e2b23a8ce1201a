/** Calls back once after a time in milliseconds; what it returns ends that. Tests pass one that they fire themselves. */
export type Timer = (milliseconds: number, expired: () => void) => () => void;

/** The machine's timer, for everything but tests. */
export const systemTimer: Timer = (milliseconds, expired) => {
  const timeout = setTimeout(expired, milliseconds);
  return () => {
    clearTimeout(timeout);
  };
};
