import fc from "fast-check";
import { ExactNumber, type JsonObject, type JsonValue } from "../../../../provider/api/json";
import { host } from "../../../../provider/api/hosts";
import { differences, configurationDigest, sameMeaning } from "../../../../provider/config/compare";
import { mapDrift, type Ownership, mergeOwned } from "../../../../provider/config/ownership";
import { UNKNOWN, type Property } from "../../../../provider/config/values";
import { withDefaults } from "../arbitraries";
import { ConfigurationLife } from "../configurationLife";
import { changedByHand, handChanges, visibleChanges } from "./handChange";
import { harshConfiguration } from "./harshJson";
import { asTexts, isEmpty, isRelated, placesOf, plainDrift, plainMerge, type Place } from "./plainMerge";
import { randomOf, spelled, spelledRecord } from "./spelling";

/** A rule of merging and comparing configurations. */
export interface Rule {
  name: string;
  /** Tries it on so many generated cases. */
  holds: (cases: number) => void;
}

function rule<Case>(name: string, cases: fc.Arbitrary<Case>, check: (one: Case) => void): Rule {
  return {
    name,
    holds: (numRuns) => {
      fc.assert(fc.property(cases, check), { numRuns });
    },
  };
}

const ownership = fc.constantFrom<Ownership>("whole", "declared");

/** A service with defaults that spells every answer in another way, and what a program declares there over time. */
const lives = fc.record({
  held: harshConfiguration,
  defaults: harshConfiguration,
  seed: fc.nat(1_000_000),
  ownership,
  first: harshConfiguration,
  later: fc.array(harshConfiguration, { minLength: 1, maxLength: 3 }),
});

interface Drawn {
  held: JsonObject;
  defaults: JsonObject;
  seed: number;
  ownership: Ownership;
  first: JsonObject;
}

function begin({ held, defaults, seed, ownership: owns, first }: Drawn): ConfigurationLife {
  const random = randomOf(seed);
  const service = {
    save: (json: JsonObject) => withDefaults(JSON.parse(JSON.stringify(json)) as JsonObject, defaults),
    read: (kept: JsonObject) => host.parse(JSON.parse(spelledRecord(kept, random))).json ?? {},
  };
  return new ConfigurationLife(service, held, owns, first);
}

export const rules: Rule[] = [
  rule("applying is idempotent: the same wish again saves nothing", lives, (drawn) => {
    const life = begin(drawn);
    for (const json of [drawn.first, ...drawn.later]) {
      life.update(json);
      const { saves } = life;
      life.update(json);
      life.read();
      life.update(json);
      expect(life.saves).toBe(saves);
    }
  }),

  rule("a read after a save shows no drift, whatever the service makes of it", lives, (drawn) => {
    const life = begin(drawn);
    for (const json of [drawn.first, ...drawn.later]) {
      life.update(json);
      const { fingerprint } = life.state;
      life.read();
      expect(differences(json, life.state.inputs.json)).toEqual([]);
      expect(life.state.fingerprint).toBe(fingerprint);
    }
  }),

  rule("no key is touched that the program does not own", lives, (drawn) => {
    const life = begin({ ...drawn, defaults: {}, ownership: "declared" });
    for (const json of drawn.later) {
      const owned = [...placesOf(life.state.inputs.json), ...placesOf(json)];
      const others = placesOf(life.held).filter(
        ({ path }) => !owned.some((place) => isRelated(path, place.path)),
      );
      life.update(json);
      const after = asTexts(placesOf(life.held));
      for (const other of asTexts(others)) expect(after).toContain(other);
    }
  }),

  rule(
    "drift shows exactly the changed paths",
    fc.tuple(lives, handChanges(harshConfiguration)),
    ([drawn, changes]) => {
      const life = begin(drawn);
      life.read();
      const { held, made } = changedByHand(life.held, changes);
      life.held = held;
      life.read();
      const shown = differences(drawn.first, life.state.inputs.json).map(({ kind, path }) => [kind, ...path]);
      expect(shown.map((one) => JSON.stringify(one)).sort()).toEqual(
        visibleChanges(drawn.first, made, drawn.ownership),
      );
    },
  ),

  rule(
    "what is saved beside the keys of others agrees with a plain model",
    fc.tuple(harshConfiguration, fc.option(harshConfiguration, { nil: undefined }), harshConfiguration),
    ([current, formerly, declared]) => {
      const merged = mergeOwned(current, formerly, declared);
      expect(asTexts(placesOf(merged))).toEqual(asTexts(plainMerge(current, formerly, declared)));
    },
  ),

  rule(
    "the three-way merge agrees with a plain model",
    fc.tuple(harshConfiguration, harshConfiguration, handChanges(harshConfiguration), ownership),
    ([declared, defaults, changes, owns]) => {
      const base = withDefaults(declared, defaults);
      const actual = changedByHand(base, changes).held;
      const mapped = placesOf(mapDrift(declared, base, actual, owns));
      const plain = plainDrift(declared, base, actual, owns, sameMeaning);
      // An object that a change has emptied is no place of its own.
      const filled = (places: Place[]) => asTexts(places.filter((place) => !isEmpty(place)));
      expect(filled(mapped)).toEqual(filled(plain));
    },
  ),

  rule(
    "another spelling is no difference, and has the same digest",
    fc.tuple(harshConfiguration, fc.nat(1_000_000)),
    ([json, seed]) => {
      const other = JSON.parse(spelled(json, randomOf(seed))) as JsonValue;
      expect(differences(json, other)).toEqual([]);
      expect(configurationDigest("key", other)).toBe(configurationDigest("key", json));
    },
  ),

  rule(
    "a value that is not known yet is named in its place, and nothing else is",
    fc.tuple(harshConfiguration, fc.nat(1_000_000)),
    ([json, seed]) => {
      const hidden: string[] = [];
      const news = withUnknowns(json, randomOf(seed), [], hidden);
      const named = differences(json, news).map(({ kind, path }) => `${kind} ${JSON.stringify(path)}`);
      expect(named).toEqual(hidden);
    },
  ),
];

/** The value with some parts of it not known yet, and the places of those. */
function withUnknowns(
  value: JsonValue,
  random: () => number,
  path: readonly (string | number)[],
  hidden: string[],
): Property {
  if (random() < 0.2) {
    hidden.push(`update ${JSON.stringify(path)}`);
    return UNKNOWN;
  }
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value))
    return value.map((item, index) => withUnknowns(item, random, [...path, index], hidden));
  const members = Object.entries(value).map(([key, member]): [string, Property] => [
    key,
    withUnknowns(member, random, [...path, key], hidden),
  ]);
  return Object.fromEntries(members);
}
