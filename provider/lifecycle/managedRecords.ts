import type { JsonObject } from "../api/json";
import type { Ownership } from "./configuration/drift";

/** What a resource of this run wants of its host or group. */
export interface Managed {
  json?: JsonObject | undefined;
  ownership?: Ownership | undefined;
}

/**
 * The hosts and groups that resources of this run have taken over or updated. Who lets go of one of them afterwards, after
 * a replacement that was forced by hand or under a former name, must not undo what was just saved.
 */
export class ManagedRecords {
  readonly #records = new Map<string, Managed>();

  add(kind: "host" | "group", id: number, { json, ownership }: Managed): void {
    this.#records.set(`${kind} ${id}`, { json, ownership });
  }

  find(kind: "host" | "group", id: number): Managed | undefined {
    return this.#records.get(`${kind} ${id}`);
  }
}
