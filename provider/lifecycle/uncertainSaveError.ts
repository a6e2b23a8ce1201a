import { ApiError } from "../api/errors";
import type { JsonObject } from "../api/json";

/** The answer to the first save of a takeover was lost: the service may hold what was sent, or what it held before. */
export class UncertainSaveError<Holder> extends Error {
  /** The record as it was read before the save. */
  readonly holder: Holder;
  /** The configuration that it held then. */
  readonly heldBefore: JsonObject;

  constructor(holder: Holder, heldBefore: JsonObject, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "UncertainSaveError";
    this.holder = holder;
    this.heldBefore = heldBefore;
  }
}

/** Whether a save that failed may have been carried out, by one of its tries. */
export function mayBeSaved(error: unknown, signal: AbortSignal | undefined): boolean {
  if (error instanceof ApiError) return error.mayHaveHappened || error.status === undefined;
  return signal?.aborted === true;
}
