import { z } from "zod";
import { ExactNumber, parseJson } from "../exactNumbers";
import type { JsonObject } from "../json";
import { deepestNesting, isTooDeep } from "../nesting";

// What the fields of every record have in common. `null` stands for absent everywhere.

/** An id, as a number or in digits. */
export const id = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, "not the digits of an id")], {
    error: "expected an id",
  })
  .transform(Number);

/** An id that may be absent. */
export const optionalId = id.nullish().transform((value) => value ?? undefined);

/** A count of an envelope, as a number or in digits; anything else counts as absent. */
export const optionalCount = id.optional().catch(undefined);

/** A number where a text is expected is taken for its digits. */
const digits = z.union([z.number(), z.instanceof(ExactNumber)]).transform(String);

/** A text that may be absent. */
export const optionalText = z
  .union([z.string(), digits], { error: "expected a text" })
  .nullish()
  .transform((value) => value ?? undefined);

/** A name that has to be there. */
export const text = z.union([z.string(), digits], { error: "expected a text" });

/** A truth value, also as 1 and 0, with or without quotes. */
export const optionalFlag = z
  .union(
    [
      z.boolean(),
      z.literal([0, 1]).transform((value) => value === 1),
      z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true"),
    ],
    { error: "expected true or false, or 1 or 0" },
  )
  .nullish()
  .transform((value) => value ?? undefined);

/** An object, handed through as it was parsed: a copy could lose keys such as `__proto__`. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, "expected an object");

/**
 * A configuration: an object, or a text that holds one. Nothing (`null`, an empty text, and the empty array that some
 * languages write for an empty object) is the empty configuration; a field that is left out is `undefined`.
 */
export const configuration = z.unknown().transform((value, context): JsonObject | undefined => {
  if (value === undefined) return undefined;
  const read = typeof value === "string" ? parse(value) : value;
  if (read === null || (Array.isArray(read) && read.length === 0)) return {};
  if (isJsonObject(read) && !isTooDeep(read)) return read;
  const expected = isJsonObject(read)
    ? `expected an object of at most ${deepestNesting} levels`
    : "expected an object, or a text that holds one in JSON";
  context.addIssue({ code: "custom", message: expected });
  return z.NEVER;
});

/** An object that may be absent; the empty array and the empty text count as absent. */
export const optionalObject = z
  .union([jsonObject, z.tuple([]), z.literal("")], { error: "expected an object" })
  .nullish()
  .transform((value) => (isJsonObject(value) ? value : undefined));

function parse(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(value instanceof ExactNumber);
}
