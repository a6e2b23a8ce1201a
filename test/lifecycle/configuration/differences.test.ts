import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../provider/api/json";
import { differences, sameMeaning } from "../../../provider/config/compare";
import {
  formatPropertyPath,
  type PropertyPath,
  UNKNOWN,
  type Property,
} from "../../../provider/config/values";
import { configuration, isObject, respelledObject } from "./arbitraries";

const named: [string, Property, Property, string[]][] = [
  ["a changed value", { php: { version: "8.1" } }, { php: { version: "8.3" } }, ["update php.version"]],
  ["an added key", { php: {} }, { php: { version: "8.3" } }, ["add php.version"]],
  ["a key added to what was spelled as an empty list", { php: [] }, { php: { a: 1 } }, ["add php.a"]],
  ["a removed key", { a: 1, b: 2 }, { b: 2 }, ["delete a"]],
  ["a removed object as a whole", { a: { b: 1, c: 2 } }, {}, ["delete a"]],
  ["an added object as a whole", {}, { a: { b: 1, c: 2 } }, ["add a"]],
  ["an object where a value was", { a: 1 }, { a: { b: 1 } }, ["update a"]],
  ["the items of lists of the same length", { a: [1, 2, 3] }, { a: [1, 9, 3] }, ["update a[1]"]],
  ["a value inside an item", { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, ["update a[0].b"]],
  ["lists of different lengths as a whole", { a: [1, 2] }, { a: [1] }, ["update a"]],
  ["every change", { a: 1, b: 1, c: 1 }, { a: 2, c: 1, d: 1 }, ["update a", "delete b", "add d"]],
  ["a value that is not known yet", { a: 1, b: 2 }, { a: UNKNOWN, b: 2 }, ["update a"]],
  ["a new value that is not known yet", {}, { a: { b: UNKNOWN } }, ["add a"]],
  ["a configuration that is not known yet", { a: 1 }, UNKNOWN, ["update "]],
  ["null where there was nothing", {}, { a: null }, ["add a"]],
];

test.each(named)("names %s", (_name, before, after, expected) => {
  const found = differences(before, after).map(({ kind, path }) => `${kind} ${formatPropertyPath(path)}`);
  expect(found).toEqual(expected);
});

test("puts the given path before every difference", () => {
  expect(differences({ a: 1 }, { a: 2 }, ["json"])).toEqual([{ kind: "update", path: ["json", "a"] }]);
});

test("there is no difference exactly where the meaning is the same", () => {
  const pairs = configuration.chain((left) =>
    fc.tuple(fc.constant(left), fc.oneof(respelledObject(left), configuration)),
  );
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      expect(differences(before, after).length === 0).toBe(sameMeaning(before, after));
    }),
  );
});

test("what is named is all there is: carrying it over makes the two the same", () => {
  fc.assert(
    fc.property(configuration, configuration, (before, after) => {
      const carried = differences(before, after).reduce<JsonValue>(
        (value, { path }) => carryOver(value, after, path) ?? {},
        before,
      );
      expect(sameMeaning(carried, after)).toBe(true);
    }),
  );
});

test("every path is named once", () => {
  fc.assert(
    fc.property(configuration, configuration, (before, after) => {
      const paths = differences(before, after).map(({ path }) => JSON.stringify(path));
      expect(new Set(paths).size).toBe(paths.length);
    }),
  );
});

function carryOver(
  into: JsonValue | undefined,
  from: JsonValue | undefined,
  [step, ...rest]: PropertyPath,
): JsonValue | undefined {
  if (step === undefined) return from;
  if (typeof step === "number") {
    const source = Array.isArray(from) ? from : [];
    const target = Array.isArray(into) ? into : [];
    return target.map((item, index) =>
      index === step ? (carryOver(item, source[step], rest) ?? null) : item,
    );
  }
  const target: JsonObject = isObject(into) ? into : {};
  const own = Object.hasOwn(target, step) ? target[step] : undefined;
  const source = isObject(from) && Object.hasOwn(from, step) ? from[step] : undefined;
  const member = carryOver(own, source, rest);
  const others = Object.entries(target).filter(([name]) => name !== step);
  return Object.fromEntries(member === undefined ? others : [...others, [step, member]]);
}

describe("a property path", () => {
  const paths: [PropertyPath, string][] = [
    [["json", "php", "version"], "json.php.version"],
    [["json", "sites", 0, "name"], "json.sites[0].name"],
    [["json", "a.b", "c"], 'json["a.b"].c'],
    [["json", "x[0]"], 'json["x[0]"]'],
    [["json", ""], 'json[""]'],
    [["json", 'say "hi"'], 'json["say \\"hi\\""]'],
    [["json", "0"], 'json["0"]'],
    [["json", "opcache-size", "größe"], "json.opcache-size.größe"],
    [["json", "__proto__"], "json.__proto__"],
    [[], ""],
  ];
  test.each(paths)("%j is written %s", (path, text) => {
    expect(formatPropertyPath(path)).toBe(text);
  });
});
