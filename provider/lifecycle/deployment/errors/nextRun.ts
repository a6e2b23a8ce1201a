/** The host that a message is about. */
export interface ToldHost {
  id: number;
  /** `Host 12 (web1)` */
  label: string;
  /** It is let go of, and gets back what was there before. */
  restores?: boolean | undefined;
}

/**
 * The run that carries on from where this one failed. A resource that is being let go of stays in the state as it was, so
 * that an update has nothing to do: only what asked for the restore, a `destroy` or an `up` without it, goes on with it.
 */
export function nextRun(restores: boolean | undefined): { command: string; next: string } {
  return restores === true
    ? { command: "the same command", next: "the next run of the same command" }
    : { command: "`pulumi up`", next: "the next `pulumi up`" };
}
