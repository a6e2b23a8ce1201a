import { PartialFailure } from "./partialFailure";
import { RecordName } from "../deploy/turns";
import type { JsonObject } from "../api/json";
import { type Ownership, withDeclared } from "../config/ownership";
import { Turns } from "../deploy/turns";

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

/** What the operations of this run know of each other, by the records that they work on, and whose turn it is on each. */
export class ManagedRecords extends Turns {
  readonly #records = new Map<RecordName, Managed[]>();
  readonly #seenBefore = new Map<string, SeenConfiguration>();
  /** What a refresh of this run has found saved and not published. */
  readonly #unpublished = new Set<string>();

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
   * Notes what the state has seen of a record before a refresh of this run has found it changed: nobody has reviewed what the refresh found.
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
}
