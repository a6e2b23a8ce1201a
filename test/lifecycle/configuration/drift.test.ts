import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../provider/api/json";
import { differences, sameMeaning } from "../../../provider/config/compare";
import { mapDrift, type Ownership } from "../../../provider/config/ownership";
import {
  at,
  configuration,
  edit,
  edited,
  leafyConfiguration,
  leavesOf,
  respelledObject,
  withDefaults,
} from "./arbitraries";

const ownership = fc.constantFrom<Ownership>("whole", "declared");

/** What a program declares, what the service made of it, and what somebody did to that. */
const handEdited = fc
  .tuple(leafyConfiguration, leafyConfiguration, fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([declared, defaults, edits]) => {
    const base = withDefaults(declared, defaults);
    return { declared, base, actual: edits.reduce(edited, base) };
  });

interface Case {
  declared: JsonObject;
  base: JsonObject;
  actual: JsonObject;
  whole: JsonObject;
  /** With `ownership: "declared"`; the same where it is left out. */
  owned?: JsonObject;
}

const cases: [string, Case][] = [
  [
    "a changed item beside a null that the service has made something else of",
    { declared: { a: [null, 1] }, base: { a: [0, 1] }, actual: { a: [0, 2] }, whole: { a: [null, 2] } },
  ],
  [
    "a changed value",
    { declared: { a: { b: 1 } }, base: { a: { b: 1 } }, actual: { a: { b: 2 } }, whole: { a: { b: 2 } } },
  ],
  [
    "a default of the service's is nobody's change",
    { declared: { a: 1 }, base: { a: 1, b: 2 }, actual: { a: 1, b: 2 }, whole: { a: 1 } },
  ],
  [
    "a value that the service respelled is nobody's change",
    { declared: { a: "8.10" }, base: { a: 8.1 }, actual: { a: 8.1 }, whole: { a: "8.10" } },
  ],
  [
    "a changed default",
    {
      declared: { a: 1 },
      base: { a: 1, b: { c: 2, d: 3 } },
      actual: { a: 1, b: { c: 9, d: 3 } },
      whole: { a: 1, b: { c: 9 } },
      owned: { a: 1 },
    },
  ],
  [
    "an added key",
    { declared: { a: 1 }, base: { a: 1 }, actual: { a: 1, b: 2 }, whole: { a: 1, b: 2 }, owned: { a: 1 } },
  ],
  ["a removed key", { declared: { a: 1, b: 2 }, base: { a: 1, b: 2 }, actual: { b: 2 }, whole: { b: 2 } }],
  [
    "an object that lost its keys and became an empty list",
    { declared: { a: { b: 1 } }, base: { a: { b: 1 } }, actual: { a: [] }, whole: { a: {} } },
  ],
  [
    "a default object of the service's that lost its keys and became an empty list",
    { declared: { a: 1 }, base: { a: 1, b: { c: 2 } }, actual: { a: 1, b: [] }, whole: { a: 1 } },
  ],
  [
    "an object that took a value's place",
    { declared: { a: 1 }, base: { a: 1 }, actual: { a: { b: 2 } }, whole: { a: { b: 2 } } },
  ],
  [
    "a key that others put where the program declared an empty list",
    {
      declared: { a: [] },
      base: { a: [] },
      actual: { a: { b: 1 } },
      whole: { a: { b: 1 } },
      owned: { a: {} },
    },
  ],
  [
    "an item of a list, with defaults inside the others",
    {
      declared: { a: [{ b: 1 }, { b: 2 }] },
      base: {
        a: [
          { b: 1, c: 0 },
          { b: 2, c: 0 },
        ],
      },
      actual: {
        a: [
          { b: 1, c: 0 },
          { b: 9, c: 0 },
        ],
      },
      whole: { a: [{ b: 1 }, { b: 9 }] },
    },
  ],
  [
    "a list of another length",
    { declared: { a: [1, 2] }, base: { a: [1, 2] }, actual: { a: [1] }, whole: { a: [1] } },
  ],
  [
    "a list that lost its items",
    { declared: { a: [1] }, base: { a: [1] }, actual: { a: [] }, whole: { a: [] } },
  ],
];

test.each(cases)("maps back: %s", (_name, { declared, base, actual, whole, owned }) => {
  expect(mapDrift(declared, base, actual, "whole")).toEqual(whole);
  expect(mapDrift(declared, base, actual, "declared")).toEqual(owned ?? whole);
});

test("finds nothing where the service still holds the same, however it spells it", () => {
  const respelledBase = configuration.chain((base) => fc.tuple(fc.constant(base), respelledObject(base)));
  fc.assert(
    fc.property(configuration, respelledBase, ownership, (declared, [base, actual], owns) => {
      expect(mapDrift(declared, base, actual, owns)).toEqual(declared);
    }),
  );
});

test("takes everything over where the program declared all that the service held", () => {
  fc.assert(
    fc.property(configuration, configuration, (declared, actual) => {
      expect(sameMeaning(mapDrift(declared, declared, actual, "whole"), actual)).toBe(true);
    }),
  );
});

test("shows exactly the paths that somebody changed", () => {
  const edits = fc
    .tuple(leafyConfiguration, edit)
    .map(([declared, one]) => ({ declared, actual: edited(declared, one) }));
  fc.assert(
    fc.property(edits, ({ declared, actual }) => {
      const mapped = mapDrift(declared, declared, actual, "whole");
      expect(differences(declared, mapped)).toEqual(differences(declared, actual));
    }),
  );
});

test("shows no edit of a key that the program does not declare, where it owns only what it declares", () => {
  fc.assert(
    fc.property(handEdited, ({ declared, base, actual }) => {
      const leaves = leavesOf(declared);
      const foreign = leavesOf(actual).filter(({ path }) => !leaves.some((leaf) => related(leaf.path, path)));
      const mapped = mapDrift(declared, base, actual, "declared");
      for (const { path } of foreign) expect(at(mapped, path)).toBeUndefined();
    }),
  );
});

test.each<Ownership>(["whole", "declared"])(
  "agrees with a plain comparison of one value after the other (%s)",
  (owns) => {
    fc.assert(
      fc.property(handEdited, ({ declared, base, actual }) => {
        const mapped = mapDrift(declared, base, actual, owns);
        expect(asText(leavesOf(mapped))).toEqual(asText(plainDrift(declared, base, actual, owns)));
      }),
    );
  },
);

test("what it is given stays as it was", () => {
  fc.assert(
    fc.property(configuration, configuration, configuration, ownership, (declared, base, actual, owns) => {
      const before = JSON.stringify([declared, base, actual]);
      mapDrift(declared, base, actual, owns);
      expect(JSON.stringify([declared, base, actual])).toBe(before);
    }),
  );
});

interface Leaf {
  path: string[];
  value: JsonValue;
}

/** The rule for one value: what the service was known to hold stays as declared, anything else is what it holds. */
function plainDrift(declared: JsonObject, base: JsonObject, actual: JsonObject, owns: Ownership): Leaf[] {
  const declaredLeaves = leavesOf(declared);
  const places = [...declaredLeaves, ...leavesOf(actual)].map(({ path }) => path);
  const unique = [...new Map(places.map((path) => [JSON.stringify(path), path])).values()];
  return unique
    .filter((path) => owns === "whole" || declaredLeaves.some((leaf) => related(leaf.path, path)))
    .flatMap((path) => {
      const [was, is] = [leafAt(base, path), leafAt(actual, path)];
      const value = sameMeaning(was, is) ? leafAt(declared, path) : is;
      return value === undefined ? [] : [{ path, value }];
    });
}

function leafAt(object: JsonObject, path: string[]): JsonValue | undefined {
  const text = JSON.stringify(path);
  return leavesOf(object).find((leaf) => JSON.stringify(leaf.path) === text)?.value;
}

function related(one: string[], other: string[]): boolean {
  const shared = Math.min(one.length, other.length);
  return JSON.stringify(one.slice(0, shared)) === JSON.stringify(other.slice(0, shared));
}

/** An object that an edit emptied says nothing in this comparison. */
function asText(leaves: Leaf[]): string[] {
  return leaves
    .filter(({ value }) => JSON.stringify(value) !== "{}")
    .map(({ path, value }) => `${JSON.stringify(path)} ${JSON.stringify(value)}`)
    .sort();
}
