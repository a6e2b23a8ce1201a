/** What several resources of a run may work on: a record, a host that may have to be created, the deployments of a host. */
export type RecordName = `${"host" | "group" | "deployments of host"} ${number}` | `host ${number}/${string}`;

/** Turns on the records of a run: what one operation saves between the read and the save of another would be lost. */
export class Turns {
  /** Ends when the last operation that has asked for a turn has had it. */
  readonly #turns = new Map<RecordName, Promise<void>>();

  /**
   * Runs operations on one record one after the other.
   *
   * @throws the signal's reason if it ends the wait for the turn
   */
  async inTurn<Result>(
    { signal, progress }: { signal?: AbortSignal | undefined; progress: { status(message: string): void } },
    record: RecordName,
    operate: () => Promise<Result>,
  ): Promise<Result> {
    const before = this.#turns.get(record);
    let end = () => {};
    const turn = new Promise<void>((resolve) => (end = resolve));
    const last = before === undefined ? turn : before.then(() => turn);
    this.#turns.set(record, last);
    void last.then(() => {
      if (this.#turns.get(record) === last) this.#turns.delete(record);
    });
    try {
      if (before !== undefined) {
        progress.status(`waiting for another resource of this program that works on ${record}`);
        await orAborted(before, signal);
      }
      return await operate();
    } finally {
      end();
    }
  }
}

async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
}
