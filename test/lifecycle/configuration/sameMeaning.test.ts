import fc from "fast-check";
import type { JsonValue } from "../../../provider/api/json";
import { canonicalJson, sameMeaning } from "../../../provider/config/compare";
import { UNKNOWN, type Property } from "../../../provider/config/values";
import { json, respelled } from "./arbitraries";

const same: [string, Property, Property][] = [
  ["the order of keys", { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ["an empty list for an empty object", { php: {} }, { php: [] }],
  ["numbers that are equal", { a: 1.0, b: -0, c: 1e3 }, { a: 1, b: 0, c: 1000 }],
  ["a key that is undefined", { a: 1, b: undefined }, { a: 1 }],
  ["an object whose keys are all undefined, as an empty list", { a: { b: undefined } }, { a: [] }],
];

const different: [string, Property, Property][] = [
  ["the order of a list", [1, 2], [2, 1]],
  ["null and a missing key", { a: null }, {}],
  ["an empty text and null", "", null],
  ["a number and its digits", 1, "1"],
  ["an empty object and nothing", { a: {} }, {}],
  ["a list and an object with its indexes", ["a"], { 0: "a" }],
  ["false and 0", false, 0],
  ["a key of the prototype and an own one", { constructor: 1 }, {}],
];

test.each(same)("takes for the same: %s", (_name, left, right) => {
  expect(sameMeaning(left, right)).toBe(true);
});

test.each(different)("tells apart: %s", (_name, left, right) => {
  expect(sameMeaning(left, right) || sameMeaning(right, left)).toBe(false);
});

test("a key named __proto__ counts like any other", () => {
  expect(sameMeaning(JSON.parse('{"__proto__": {"a": 1}}') as JsonValue, {})).toBe(false);
});

test("a value that is not known yet is like no other, not even like itself", () => {
  expect(sameMeaning({ a: UNKNOWN }, { a: UNKNOWN })).toBe(false);
});

test("the canonical text is equal exactly where the meaning is", () => {
  const pairs = json.chain((left) => fc.tuple(fc.constant(left), fc.oneof(respelled(left), json)));
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      expect(canonicalJson(left) === canonicalJson(right)).toBe(sameMeaning(left, right));
    }),
  );
});

test("another spelling has the same canonical text", () => {
  const pairs = json.chain((left) => fc.tuple(fc.constant(left), respelled(left)));
  fc.assert(
    fc.property(pairs, ([left, right]) => {
      expect(canonicalJson(left)).toBe(canonicalJson(right));
    }),
  );
});
