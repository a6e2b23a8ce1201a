import type { JsonObject } from "../api/json";

/** The answer to a save was lost: the service may hold what was sent, or what it held before. */
export class UncertainSaveError<Holder> extends Error {
  /** The record as it was read before the save. */
  readonly holder: Holder;
  /** The configuration that it held then. */
  readonly heldBefore: JsonObject;

  constructor(holder: Holder, heldBefore: JsonObject, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `${why} Whether the configuration was saved is not known; the next \`pulumi up\` looks, and carries on from what it finds.`,
      { cause },
    );
    this.name = "UncertainSaveError";
    this.holder = holder;
    this.heldBefore = heldBefore;
  }
}
