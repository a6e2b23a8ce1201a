import { z } from "zod";
import { deepestNesting, ExactNumber, isTooDeep, parseJson, type JsonObject } from "./json";

// What the fields of the records have in common. `null` means that a field is absent.

/**
 * A record, with its fields in camel case: `client_id` becomes `clientId`. Every field is a member of the result, absent
 * ones as `undefined`.
 */
export function record<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).map((wire) => [wire, camelCase(wire)] as const);
  return z.object(shape).transform((wire) => {
    const fields = wire as Record<string, unknown>;
    return Object.fromEntries(names.map(([from, to]) => [to, fields[from]])) as CamelCased<Shape>;
  });
}

type CamelCased<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape as CamelCase<Key & string>]: z.output<Shape[Key]>;
};
type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

function camelCase(key: string): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** An id, as a number or in digits. */
export const id = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, "not the digits of an id")], {
    error: "expected an id",
  })
  .transform(Number);

/** An id that may be absent. */
export const optionalId = optional(id);

/** A text that has to be there. A number is taken for its digits. */
export const text = z.union(
  [z.string(), z.union([z.number(), z.instanceof(ExactNumber)]).transform(String)],
  { error: "expected a text" },
);

/** A text that may be absent. */
export const optionalText = optional(text);

/** A truth value, also as 1 and 0, with or without quotes. */
export const optionalFlag = optional(
  z.union(
    [
      z.boolean(),
      z.literal([0, 1]).transform((value) => value === 1),
      z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true"),
    ],
    { error: "expected true or false, or 1 or 0" },
  ),
);

/** An object, as it was parsed: a copy could lose keys such as `__proto__`. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, "expected an object");

/** An object that may be absent; the empty array and the empty text count as absent. */
export const optionalObject = optional(
  z.union([jsonObject, z.tuple([]), z.literal("")], { error: "expected an object" }),
).transform((value) => (isJsonObject(value) ? value : undefined));

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

function optional<Shape extends z.ZodType>(shape: Shape) {
  return shape.nullish().transform((value) => value ?? undefined);
}

function parse(json: string): unknown {
  if (json.trim() === "") return null;
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(value instanceof ExactNumber);
}
