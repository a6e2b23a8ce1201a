/** Ends a wait whose signal was aborted, with the signal's own reason, whatever value that is. */
export function throwReason(signal: AbortSignal): never {
  signal.throwIfAborted();
  throw new Error("The signal is not aborted.");
}
