/** Time as the client and the lifecycle see it; tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;

  /**
   * Resolves after `milliseconds`.
   *
   * @throws the signal's reason, as soon as `signal` is aborted
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
