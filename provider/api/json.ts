import type { ExactNumber } from "./exactNumbers";

/** Any value that JSON can carry. */
export type JsonValue = null | boolean | number | ExactNumber | string | JsonValue[] | JsonObject;

/** A JSON object: the form of a host's or a group's configuration. */
export interface JsonObject {
  [key: string]: JsonValue;
}
