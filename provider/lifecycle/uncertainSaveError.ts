import type { JsonObject } from "../api/json";
import { nextRun } from "./deployment/errors/nextRun";

/** The answer to a save was lost: the service may hold what was sent, or what it held before. */
export class UncertainSaveError<Holder> extends Error {
  /** The record as it was read before the save. */
  readonly holder: Holder;
  /** The configuration that it held then. */
  readonly heldBefore: JsonObject;

  constructor(
    holder: Holder,
    heldBefore: JsonObject,
    why: { cause: unknown; restores?: boolean | undefined },
  ) {
    const { cause } = why;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${reason} Whether the configuration was saved is not known; ${nextRun(why.restores).next} looks, and carries on from what it finds.`,
      { cause },
    );
    this.name = "UncertainSaveError";
    this.holder = holder;
    this.heldBefore = heldBefore;
  }
}
