import fc from "fast-check";
import { sameMeaning } from "../../../provider/config/compare";
import type { JsonObject, JsonValue } from "../../emulator";
import { eachResource, type ResourceBench } from "../eachResource";
import { services } from "./history";

/** A configuration's values by their places; lists and empty objects are values. */
type Values = ReadonlyMap<string, JsonValue>;

/** What a message says of one place. */
interface Report {
  path: string;
  theirs: JsonValue | undefined;
  ours: JsonValue | undefined;
}

/** What happens to a record, one after the other. */
type Step =
  | { do: "up"; json: JsonObject; ownership: "whole" | "declared"; onConflict: "warn" | "fail" }
  | { do: "edit"; put: JsonObject; removes: string[] }
  | { do: "refresh" };

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom<JsonValue>(null, "x", [], [1], [{ p: 1 }], [{ p: 1 }, { p: 2 }]),
);
const dictionaryOf = (keys: string[], values: fc.Arbitrary<JsonValue>) =>
  fc.dictionary(fc.constantFrom(...keys), values, { maxKeys: 4, noNullPrototype: true });
const object = dictionaryOf(["c", "d", "enabled", "keep_days"], value);
const configuration = dictionaryOf(["a", "b", "o", "backups", "timezone"], fc.oneof(value, value, object));
/** Updates of one value alone: such a program adds and removes no key. */
const oneValue: fc.Arbitrary<JsonObject> = fc.record({ a: fc.integer({ min: 0, max: 1 }) });
const removes = fc.uniqueArray(fc.constantFrom("a", "b", "o", "backups"), { maxLength: 2 });
const stepOf = (declared: fc.Arbitrary<JsonObject>): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("up" as const),
        json: declared,
        ownership: fc.constantFrom("whole" as const, "whole" as const, "declared" as const),
        onConflict: fc.constantFrom("warn" as const, "warn" as const, "fail" as const),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("edit" as const), put: configuration, removes }) },
    { weight: 1, arbitrary: fc.constant({ do: "refresh" as const }) },
  );

/** Runs a history, and compares what every update reports with what it does to the values of others. */
async function run(bench: ResourceBench, steps: readonly Step[]): Promise<void> {
  const { emulator, told } = bench;
  const resource = bench.resource();
  /** What the service held when the provider looked last, and whose keys the program owned then. */
  let seen: { json: JsonObject; ownership: "whole" | "declared" } | undefined;
  for (const one of steps) {
    const held = structuredClone(bench.held());
    if (one.do === "edit") {
      const kept = Object.entries(held).filter(([key]) => !one.removes.includes(key));
      bench.edit(() => ({ ...Object.fromEntries(kept), ...one.put }));
    } else if (one.do === "refresh") {
      if (seen === undefined) continue;
      await resource.refresh();
      seen = { ...seen, json: held };
    } else {
      told.warn.length = 0;
      emulator.clearRequests();
      const { json, ownership, onConflict } = one;
      const deploy = { onCreate: false, onUpdate: false };
      const program = { ...bench.identity, json, ownership, onConflict, deploy };
      const failure = await resource.up(program, { onConflict: undefined }).catch((error: unknown) => error);
      if (failure !== undefined) {
        expect(failure).toMatchObject({ message: expect.stringContaining("nothing was saved") as string });
        expect({ onConflict, writes: emulator.writes() }).toEqual({ onConflict: "fail", writes: [] });
        continue;
      }
      const after = structuredClone(bench.held());
      const becomesWhole = seen?.ownership === "declared" && ownership === "whole";
      const defaults = emulator.readings.defaultsAtSave ?? {};
      expectReports(told.warn.flatMap(reportsIn), {
        ...{ seen: seen?.json, held, after, defaults },
        // An adoption tells more: what it removes although the state has seen it.
        adopts: seen === undefined || becomesWhole,
      });
      const last = emulator.requests.length > 0 ? undefined : seen;
      seen = { json: last?.json ?? after, ownership };
    }
  }
}

interface Update {
  seen: JsonObject | undefined;
  held: JsonObject;
  after: JsonObject;
  defaults: JsonObject;
  adopts: boolean;
}

function expectReports(reports: readonly Report[], update: Update): void {
  const { seen, held, after } = update;
  for (const { path, theirs } of lost(update)) {
    const isReported = reports.some((one) =>
      theirs === undefined
        ? isWithin(path, one.path) || isWithin(one.path, path)
        : isWithin(path, one.path) && same(valuesOf(one.theirs, one.path).get(path), theirs),
    );
    expect({ path, isReported, reports, seen, held, after }).toMatchObject({ isReported: true });
  }
  for (const { path, theirs, ours } of update.adopts ? [] : reports) {
    const isTrue = same(valueIn(held, path), theirs) && !same(valueIn(seen, path), theirs);
    expect({ path, isTrue, theirs, ours, seen, held }).toMatchObject({ isTrue: true });
    expect(same(theirs, ours)).toBe(false);
  }
}

/** What others have changed since the provider looked, and is not there any more. */
function lost({ seen, held, after, defaults }: Update) {
  const [known, theirs, ours, added] = [
    valuesOf(seen),
    valuesOf(held),
    valuesOf(after),
    valuesOf(defaults),
  ] as const;
  return [...new Set([...known.keys(), ...theirs.keys()])]
    .filter((path) => path !== "")
    .filter((path) => !same(theirs.get(path), known.get(path)) && !same(ours.get(path), theirs.get(path)))
    .filter((path) => {
      // What the service brings back by itself is not the save's doing.
      if (!theirs.has(path)) return !same(ours.get(path), added.get(path));
      // An object that others have emptied is no value of theirs: what was inside is.
      const emptied = hasInside(known, path) || (!known.has(path) && hasInside(ours, path));
      return !(isEmpty(theirs.get(path)) && emptied);
    })
    .map((path) => ({ path, theirs: theirs.get(path) }));
}

/** `…: json.b: 2 => 1, json.added: "theirs" => (none).` */
function reportsIn(message: string): Report[] {
  const [, list = ""] = /(?:made outside Pulumi|changed what it held): (.*)\.$/s.exec(message) ?? [];
  return list.split(/, (?=json\.)/).flatMap((part) => {
    const [, path, ...texts] = /^json\.([^:]*): (.*) => (.*)$/s.exec(part) ?? [];
    if (path === undefined) return [];
    const [theirs, ours] = texts.map((text) =>
      text === "(none)" ? undefined : (JSON.parse(text) as JsonValue),
    );
    return [{ path, theirs, ours }];
  });
}

function valuesOf(json: JsonValue | undefined, path = ""): Values {
  if (json === undefined) return new Map();
  if (typeof json !== "object" || json === null || Array.isArray(json) || isEmpty(json)) {
    return new Map([[path, json]]);
  }
  const prefix = path === "" ? "" : `${path}.`;
  return new Map(Object.entries(json).flatMap(([key, member]) => [...valuesOf(member, prefix + key)]));
}

function valueIn(json: JsonValue | undefined, path: string): JsonValue | undefined {
  return path
    .split(".")
    .reduce<JsonValue | undefined>(
      (inner, key) =>
        typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner[key] : undefined,
      json,
    );
}

function isEmpty(json: JsonValue | undefined): boolean {
  return typeof json === "object" && json !== null && Object.keys(json).length === 0;
}

function same(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return sameMeaning(left, right);
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`);
}

function hasInside(values: Values, path: string): boolean {
  return [...values.keys()].some((key) => key.startsWith(`${path}.`));
}

describe.each(eachResource)("the updates of a $what in any history", ({ withResource }) => {
  it.each(services)(
    "report every value of others that they overwrite, and nothing else, as $name reads",
    async ({ readings }) => {
      const historyOf = (declared: fc.Arbitrary<JsonObject>) =>
        fc.tuple(declared, fc.array(stepOf(declared), { minLength: 2, maxLength: 10 }));
      await fc.assert(
        fc.asyncProperty(fc.oneof(historyOf(configuration), historyOf(oneValue)), ([json, steps]) =>
          withResource({ readings, json }, (bench) => run(bench, steps)),
        ),
        { numRuns: 40 },
      );
    },
    600_000,
  );
});
