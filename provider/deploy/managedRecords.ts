import type { Properties } from "../config/values";
import type { JsonObject } from "../api/json";
import { type Ownership, withDeclared } from "../config/ownership";

/** What a resource of this run wants of its host or group. */
export interface Managed {
  json?: JsonObject | undefined;
  ownership?: Ownership | undefined;
}

/** The configuration of a record as a state holds it. */
export interface SeenConfiguration {
  saved: JsonObject;
  /** See `KnownConfiguration`. */
  fresh: readonly string[][];
}

/** What several resources of a run may work on: a record, a host that may have to be created, the deployments of a host. */
export type RecordName = `${"host" | "group" | "deployments of host"} ${number}` | `host ${number}/${string}`;

/** What the operations of this run know of each other, by the records that they work on. */
export class ManagedRecords {
  readonly #records = new Map<RecordName, Managed[]>();
  readonly #seenBefore = new Map<string, SeenConfiguration>();
  /** What a refresh of this run has found saved and not published. */
  readonly #unpublished = new Set<string>();
  /** Ends when the last operation that has asked for a turn has had it. */
  readonly #turns = new Map<RecordName, Promise<void>>();

  /** Notes that a resource has adopted or updated a record. */
  add(record: RecordName, { json, ownership }: Managed): void {
    this.#records.set(record, [...(this.#records.get(record) ?? []), { json, ownership }]);
  }

  /** Runs an update of a record, and notes what the resource has made of it: if that failed before its save, what it had made of it before. */
  async updating<Result>(
    record: RecordName,
    before: Managed,
    after: Managed,
    operate: () => Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await operate();
      this.add(record, after);
      return result;
    } catch (error) {
      this.add(record, error instanceof PartialFailure ? after : before);
      throw error;
    }
  }

  /**
   * What the resources of this run have saved, all together. Another one that is deleted afterwards, after a replacement that was forced with
   * `--replace` or under a former name, must not undo it.
   */
  find(record: RecordName): Managed | undefined {
    const all = this.#records.get(record);
    const whole = all?.find(({ json, ownership }) => json !== undefined && ownership !== "declared");
    return (
      whole ??
      all?.reduce((one, other) => ({ json: withDeclared(one.json, other.json), ownership: "declared" }))
    );
  }

  /**
   * Notes what the state has seen of a record before a refresh of this run has found it changed: nobody has looked at what the refresh found.
   *
   * @param fingerprint the resource's, after the refresh
   */
  refreshed(fingerprint: string, seen: SeenConfiguration): void {
    this.#seenBefore.set(fingerprint, seen);
  }

  /** What the state has seen of a record before a refresh of this run; `undefined` if that has found no change. */
  seenBefore(fingerprint: string): SeenConfiguration | undefined {
    return this.#seenBefore.get(fingerprint);
  }

  /** @param label `Host 12 (web1)` */
  warnedUnpublished(label: string): void {
    this.#unpublished.add(label);
  }

  /** Whether a warning of this run is no longer true now that this host was published; true once. */
  settlesWarning(label: string): boolean {
    return this.#unpublished.delete(label);
  }

  /**
   * Runs operations on one record one after the other: what one of them saves between the read and the save of another would be lost.
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

/**
 * An operation that got somewhere and not to its end. The state takes `outputs`, the resource is marked as incomplete,
 * and the next update carries on.
 */
export class PartialFailure extends Error {
  readonly id: string;
  readonly outputs: Properties;
  /** What went wrong, one sentence each; Pulumi shows these. */
  readonly reasons: string[];

  /** @param redact takes secrets out of a message: the service's own words in it may repeat them */
  constructor(id: string, outputs: Properties, errors: readonly unknown[], redact: (text: string) => string) {
    const reasons = errors.map((error) => redact(error instanceof Error ? error.message : String(error)));
    super(reasons.join("\n"));
    this.name = "PartialFailure";
    this.id = id;
    this.outputs = outputs;
    this.reasons = reasons;
  }
}
