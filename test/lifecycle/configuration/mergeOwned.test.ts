import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../provider/api/json";
import { sameMeaning } from "../../../provider/config/compare";
import { mergeOwned, valuesOfDeclared } from "../../../provider/config/ownership";
import { at, configuration, leavesOf, respelledObject } from "./arbitraries";

const formerly = fc.option(configuration, { nil: undefined });

interface Case {
  current: JsonObject;
  formerly?: JsonObject;
  declared: JsonObject;
  merged: JsonObject;
}

const cases: [string, Case][] = [
  [
    "sends a declared empty list as it is where an empty object is held",
    { current: { sites: {} }, declared: { sites: [] }, merged: { sites: [] } },
  ],
  [
    "keeps the keys of others at every depth",
    {
      current: { php: { version: "8.1", memory: 256 }, backup: true },
      declared: { php: { version: "8.3" } },
      merged: { php: { version: "8.3", memory: 256 }, backup: true },
    },
  ],
  [
    "removes a key that the program has declared and does no more",
    {
      current: { php: { version: "8.1", memory: 256 } },
      formerly: { php: { version: "8.1" } },
      declared: {},
      merged: { php: { memory: 256 } },
    },
  ],
  [
    "removes an object that the removal emptied",
    { current: { php: { version: "8.1" } }, formerly: { php: { version: "8.1" } }, declared: {}, merged: {} },
  ],
  [
    "keeps an emptied object that is still declared",
    {
      current: { php: { version: "8.1" } },
      formerly: { php: { version: "8.1" } },
      declared: { php: {} },
      merged: { php: {} },
    },
  ],
  [
    "leaves the keys of others alone when an object is declared no more that had no keys of the program's",
    { current: { php: { memory: 1 } }, formerly: { php: {} }, declared: {}, merged: { php: { memory: 1 } } },
  ],
  [
    "takes a declared empty list for an object without keys where others keep keys in it",
    { current: { php: { memory: 1 } }, declared: { php: [] }, merged: { php: { memory: 1 } } },
  ],
  [
    "fills what the service spells as an empty list",
    { current: { php: [] }, declared: { php: { a: 1 } }, merged: { php: { a: 1 } } },
  ],
  ["replaces a list as a whole", { current: { a: [1, 2] }, declared: { a: [3] }, merged: { a: [3] } }],
  ["empties a list", { current: { a: [1, 2] }, declared: { a: [] }, merged: { a: [] } }],
  [
    "replaces a value by an object",
    { current: { a: 1 }, declared: { a: { b: 2 } }, merged: { a: { b: 2 } } },
  ],
  ["declares null", { current: { a: 1 }, declared: { a: null }, merged: { a: null } }],
  ["adds to an empty configuration", { current: {}, declared: { a: { b: 1 } }, merged: { a: { b: 1 } } }],
];

test.each(cases)("%s", (_name, { current, formerly: before, declared, merged }) => {
  expect(mergeOwned(current, before, declared)).toEqual(merged);
});

test("merging twice is merging once", () => {
  fc.assert(
    fc.property(configuration, formerly, configuration, (current, before, declared) => {
      const once = mergeOwned(current, before, declared);
      expect(mergeOwned(once, before, declared)).toEqual(once);
      expect(mergeOwned(once, declared, declared)).toEqual(once);
    }),
  );
});

test("every declared value is there", () => {
  fc.assert(
    fc.property(configuration, formerly, configuration, (current, before, declared) => {
      const merged = mergeOwned(current, before, declared);
      for (const { path, value } of leavesOf(declared)) {
        // Of an object without a key, only that it is there is declared.
        if (isEmpty(value)) expect(typeof at(merged, path)).toBe("object");
        else expect(at(merged, path)).toEqual(value);
      }
    }),
  );
});

test("every key that was declared and is no more is gone", () => {
  fc.assert(
    fc.property(configuration, configuration, configuration, (current, before, declared) => {
      const merged = mergeOwned(current, before, declared);
      const removed = leavesOf(before).filter(
        ({ path, value }) => !isEmpty(value) && at(declared, path) === undefined,
      );
      for (const { path } of removed) expect(at(merged, path)).toBeUndefined();
    }),
  );
});

test("no key is touched that was not declared, now or before, at any depth", () => {
  fc.assert(
    fc.property(configuration, formerly, configuration, (current, before, declared) => {
      const merged = mergeOwned(current, before, declared);
      const owned = [...leavesOf(declared), ...leavesOf(before ?? {})];
      const others = leavesOf(current).filter(({ path }) => !owned.some((leaf) => owns(leaf, path)));
      for (const { path, value } of others) expect(at(merged, path)).toEqual(value);
    }),
  );
});

test("nothing appears that neither the service nor the program has", () => {
  fc.assert(
    fc.property(configuration, formerly, configuration, (current, before, declared) => {
      for (const { path, value } of leavesOf(mergeOwned(current, before, declared))) {
        const known = [at(current, path), at(declared, path)];
        expect(isEmpty(value) || known.some((other) => sameMeaning(other, value))).toBe(true);
      }
    }),
  );
});

test("spellings do not matter: the result has the same meaning", () => {
  const spelled = fc
    .tuple(configuration, configuration, configuration)
    .chain((all) => fc.tuple(fc.constant(all), fc.tuple(...all.map(respelledObject))));
  fc.assert(
    fc.property(spelled, ([[current, before, declared], [current2 = {}, before2 = {}, declared2 = {}]]) => {
      const merged = mergeOwned(current, before, declared);
      expect(sameMeaning(mergeOwned(current2, before2, declared2), merged)).toBe(true);
    }),
  );
});

test("what is merged stays as it was", () => {
  fc.assert(
    fc.property(configuration, configuration, configuration, (...all) => {
      const before = JSON.stringify(all);
      mergeOwned(...all);
      expect(JSON.stringify(all)).toBe(before);
    }),
  );
});

test("a key named __proto__ is a key like any other, and reaches no prototype", () => {
  const declared = JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject;
  const merged = mergeOwned(JSON.parse('{"__proto__": {"kept": 1}}') as JsonObject, undefined, declared);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"kept":1,"polluted":true}}');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect("polluted" in {}).toBe(false);
});

describe("what is given back when the program goes", () => {
  test("is the earlier value of every declared key, and no key of others", () => {
    const previous = { php: { version: "7.4", memory: 128 }, backup: true };
    expect(valuesOfDeclared(previous, { php: { version: "8.3" }, cache: true })).toEqual({
      php: { version: "7.4" },
    });
  });

  test("leaves keys alone that others have put meanwhile where an empty list was", () => {
    const given = valuesOfDeclared({ php: [] }, { php: { version: "8.3" } });
    const merged = mergeOwned({ php: { version: "8.3", theirs: 1 } }, { php: { version: "8.3" } }, given);
    expect(merged).toEqual({ php: { theirs: 1 } });
  });

  test("a takeover that is undone leaves what was there before", () => {
    const noEmpty = configuration.filter((value) => !/\{\}|\[\]/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(noEmpty, noEmpty, (previous, declared) => {
        const taken = mergeOwned(previous, undefined, declared);
        expect(mergeOwned(taken, declared, valuesOfDeclared(previous, declared))).toEqual(previous);
      }),
    );
  });
});

function isEmpty(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function owns(leaf: { path: string[]; value: JsonValue }, path: string[]): boolean {
  const shared = Math.min(leaf.path.length, path.length);
  const related = leaf.path.slice(0, shared).join("\n") === path.slice(0, shared).join("\n");
  return related && !(isEmpty(leaf.value) && path.length > leaf.path.length);
}
