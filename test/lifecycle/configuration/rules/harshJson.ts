import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../../provider/api/json";

/** Keys that JavaScript, a property path or a text format would trip over; few, so that configurations overlap. */
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "php") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...["", "0", "-1", "a.b", "x[0]", '"', "\\", "\n", "\u0000", "größe", "\u2028", "𝒳"],
      ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "toJSON", "length", "then"],
    ),
  },
);

/** Numbers at the edges of what a double holds, and of the ways to write it. */
const number = fc.constantFrom(
  ...[0, -0, 1, 2.5, 0.1, 1e21, 1e-7, 123456789012345680000, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2],
  ...[1e308, -1e308, Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** 31, -(2 ** 63)],
);

/** Texts that look like something else. */
const text = fc.constantFrom(
  "",
  " ",
  "1",
  "-0",
  "null",
  "true",
  "[]",
  "{}",
  '{"a":1}',
  "9007199254740993",
  "é\u0000",
);

const scalar = fc.oneof(
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
);

function objectOf(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 4 })
    .map((members): JsonObject => Object.fromEntries(members));
}

function valueOfDepth(depth: number): fc.Arbitrary<JsonValue> {
  if (depth === 0) return scalar;
  const inner = valueOfDepth(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 4, arbitrary: objectOf(inner) },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
  );
}

/** Far deeper than anybody writes by hand. */
const deep = fc
  .tuple(fc.array(fc.oneof(key, fc.constant(undefined)), { minLength: 200, maxLength: 200 }), valueOfDepth(1))
  .map(([steps, bottom]) =>
    steps.reduceRight<JsonValue>(
      (inner, name) => (name === undefined ? [inner] : Object.fromEntries([[name, inner]])),
      bottom,
    ),
  );

/** Any configuration. */
export const harshConfiguration: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 30, arbitrary: objectOf(valueOfDepth(3)) },
  { weight: 1, arbitrary: objectOf(fc.oneof(deep, valueOfDepth(1))) },
);
