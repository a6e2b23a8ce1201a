import fc from "fast-check";
import type { JsonObject } from "../../../provider/api/json";
import { differences, sameMeaning } from "../../../provider/config/compare";
import { observeConfiguration } from "../../../provider/config/drift";
import type { Ownership } from "../../../provider/config/ownership";
import { knownConfiguration, planSave } from "../../../provider/config/savePlan";
import { isObject, type PropertyPath } from "../../../provider/config/values";
import {
  at,
  configuration,
  edit,
  edited,
  leafyConfiguration,
  objectOf,
  respelledObject,
  withDefaults,
} from "./arbitraries";
import { ConfigurationLife } from "./configurationLife";

/** A resource at a service that fills in its defaults at every save. */
class Life extends ConfigurationLife {
  constructor(held: JsonObject, defaults: JsonObject, ownership: Ownership, json: JsonObject) {
    const service = {
      save: (sent: JsonObject) => withDefaults(sent, defaults),
      read: (kept: JsonObject) => kept,
    };
    super(service, held, ownership, json);
  }
}

/** Defaults that the service has, and what a program declares one update after the other. */
const lives = fc.record({
  held: configuration,
  defaults: fc.oneof(configuration, leafyConfiguration),
  first: fc.oneof(configuration, leafyConfiguration),
  later: fc.array(fc.oneof(configuration, leafyConfiguration, objectOf(configuration)), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe("a service that fills in defaults", () => {
  test("shows no drift after the takeover", () => {
    fc.assert(
      fc.property(lives, fc.constantFrom<Ownership>("whole", "declared"), (all, ownership) => {
        const life = new Life(all.held, all.defaults, ownership, all.first);
        life.read();
        expect(life.state.inputs.json).toEqual(all.first);
      }),
    );
  });

  test("shows no drift after any update, whatever it added, changed or removed", () => {
    fc.assert(
      fc.property(lives, ({ held, defaults, first, later }) => {
        const life = new Life(held, defaults, "whole", first);
        for (const json of later) {
          life.update(json);
          life.read();
          expect(life.state.inputs.json).toEqual(json);
        }
      }),
    );
  });

  test("is saved to once for one wish: the same update again saves nothing", () => {
    fc.assert(
      fc.property(lives, fc.boolean(), ({ held, defaults, first, later }, reads) => {
        const life = new Life(held, defaults, "whole", first);
        for (const json of later) {
          life.update(json);
          if (reads) life.read();
          const { saves } = life;
          life.update(json);
          expect(life.saves).toBe(saves);
        }
      }),
    );
  });

  test("has one fingerprint from a save on, whatever it fills in", () => {
    fc.assert(
      fc.property(lives, ({ held, defaults, first, later }) => {
        const life = new Life(held, defaults, "whole", first);
        for (const json of later) {
          life.update(json);
          const { fingerprint } = life.state;
          life.read();
          life.update(json);
          expect(life.state.fingerprint).toBe(fingerprint);
        }
      }),
    );
  });

  test("shows exactly what somebody changed by hand after the first read", () => {
    fc.assert(
      fc.property(leafyConfiguration, leafyConfiguration, edit, (json, defaults, one) => {
        const life = new Life({}, defaults, "whole", json);
        life.read();
        const before = life.held;
        life.held = edited(before, one);
        life.read();
        const shown = differences(json, life.state.inputs.json).map(({ path }) => path);
        const made = differences(before, life.held).map(({ path }) => path);
        // A default that somebody removed is not shown: no declaration says that it is not there.
        for (const path of shown)
          expect(made.some((other) => isInside(path, other) || isInside(other, path))).toBe(true);
        for (const path of made.filter((other) => at(json, other.map(String)) !== undefined)) {
          expect(shown.some((other) => isInside(path, other) || isInside(other, path))).toBe(true);
        }
      }),
    );
  });

  test("holds what the program declares again after the next update, and comes to rest", () => {
    fc.assert(
      fc.property(lives, edit, fc.boolean(), ({ held, defaults, first, later: [json = {}] }, one, reads) => {
        const life = new Life(held, defaults, "whole", first);
        life.update(json);
        life.read();
        life.held = edited(life.held, one);
        if (reads) life.read();
        life.update(json);
        // Without its defaults, which may be gone by hand until the next save.
        expect(sameMeaning(withDefaults(life.held, defaults), withDefaults(json, defaults))).toBe(true);
        life.read();
        expect(life.state.inputs.json).toEqual(json);
      }),
    );
  });
});

describe("a default that somebody has removed and a refresh found gone", () => {
  const defaults = { cache: false, php: { memory: "256M" }, list: [{ port: 1 }] };
  const declared = { php: { version: "8.3" }, list: [{ a: 1 }] };

  test.each<[string, JsonObject]>([
    ["at the top", { php: { version: "8.3", memory: "256M" }, list: [{ a: 1, port: 1 }] }],
    ["inside an object", { cache: false, php: { version: "8.3" }, list: [{ a: 1, port: 1 }] }],
    ["in an item of a list", { cache: false, php: { version: "8.3", memory: "256M" }, list: [{ a: 1 }] }],
    ["in all these places, beside a changed value", { php: { version: "1" }, list: [{ a: 1 }] }],
  ])("comes back with the next save and is no drift: %s", (_where, left) => {
    const service = {
      save: (sent: JsonObject) => withItemDefaults(withDefaults(sent, defaults)),
      read: (held: JsonObject) => held,
    };
    const life = new ConfigurationLife(service, {}, "whole", declared);
    life.held = left;
    life.read();
    life.read();
    const wish = { ...declared, php: { version: "8.4" } };
    life.update(wish);
    const { fingerprint } = life.state;
    life.read();
    expect(life.state.inputs.json).toEqual(wish);
    expect(life.state.fingerprint).toBe(fingerprint);
  });

  test("is somebody's change again after the save that brought it back was read", () => {
    const life = new Life({}, defaults, "whole", declared);
    life.held = { ...life.held };
    delete life.held.cache;
    life.read();
    life.update({ ...declared, more: 1 });
    life.read();
    life.held = { ...life.held, cache: true };
    life.read();
    expect(life.state.inputs.json).toEqual({ ...declared, more: 1, cache: true });
  });
});

function withItemDefaults(json: JsonObject): JsonObject {
  const list = Array.isArray(json.list) ? json.list : [];
  return { ...json, list: list.map((item) => (isObject(item) ? { port: 1, ...item } : item)) };
}

describe("the plan of a save", () => {
  const nothingKnown = undefined;

  test("saves nothing where the service holds the wish in another spelling", () => {
    const spelled = configuration.chain((json) => fc.tuple(fc.constant(json), respelledObject(json)));
    fc.assert(
      fc.property(spelled, ([json, held]) => {
        expect(planSave(json, "whole", nothingKnown, held).needed).toBe(false);
      }),
    );
  });

  test("a takeover of the whole configuration removes what is not declared", () => {
    const plan = planSave({ a: 1 }, "whole", nothingKnown, { a: 1, b: 2 });
    expect(plan).toMatchObject({ needed: true, send: { a: 1 } });
  });

  test("a takeover of declared keys keeps the others", () => {
    const plan = planSave({ a: 1 }, "declared", nothingKnown, { a: 0, b: 2 });
    expect(plan).toMatchObject({ needed: true, send: { a: 1, b: 2 } });
  });

  test("sends exactly what the program declares, without the service's defaults", () => {
    const life = new Life({}, { b: 2 }, "whole", { a: 1 });
    const plan = planSave({ a: 2 }, "whole", knownConfiguration(life.state), life.held);
    expect(plan.send).toEqual({ a: 2 });
    expect(plan.saved).toEqual({ a: 2, b: 2 });
  });

  test("removes what somebody added by hand, also where no refresh has seen it", () => {
    const life = new Life({}, { b: 2 }, "whole", { a: 1 });
    life.held = { ...life.held, c: 3 };
    life.update({ a: 1 });
    expect(life.held).toEqual({ a: 1, b: 2 });
  });

  test("removes what is declared no more, and keeps what others keep", () => {
    const life = new Life({ theirs: 1 }, {}, "declared", { a: 1, b: 1 });
    life.update({ b: 2 });
    expect(life.held).toEqual({ theirs: 1, b: 2 });
  });

  test("a change of ownership to the whole removes the keys of others", () => {
    const life = new Life({ theirs: 1 }, {}, "declared", { a: 1 });
    life.update({ a: 1 }, "whole");
    expect(life.held).toEqual({ a: 1 });
  });

  test("a default that came with an update that nobody has read since is no reason to save", () => {
    const life = new Life({ a: 1 }, { b: { c: 1, d: 2 } }, "whole", { a: 1 });
    life.update({ a: 1, b: { c: 3 } });
    const { saves } = life;
    life.update({ a: 1, b: { c: 3 } });
    expect(life.saves).toBe(saves);
  });
});

describe("the fingerprint", () => {
  function after(change: (life: Life) => void): boolean {
    const life = new Life({}, { b: 2 }, "whole", { a: { x: 1 } });
    const { fingerprint } = life.state;
    change(life);
    life.read();
    return life.state.fingerprint !== fingerprint;
  }

  test.each<[string, boolean, (life: Life) => void]>([
    ["stays where nothing happens", false, () => undefined],
    [
      "stays where the service spells the same in another way",
      false,
      (life) => (life.held = { b: 2, a: { x: 1 } }),
    ],
    ["changes with a change by hand", true, (life) => (life.held = { ...life.held, a: { x: 2 } })],
    ["changes with a change of a default", true, (life) => (life.held = { ...life.held, b: 3 })],
    [
      "changes with a save",
      true,
      (life) => {
        life.update({ a: { x: 2 } });
      },
    ],
    [
      "stays with an update that changes nothing",
      false,
      (life) => {
        life.update({ a: { x: 1 } });
      },
    ],
  ])("%s", (_name, changes, change) => {
    expect(after(change)).toBe(changes);
  });

  test("says nothing of the configuration: it is a random text", () => {
    const state = { inputs: {}, savedJson: {}, fingerprint: "f", memory: { fresh: [], observed: true } };
    const context = { randomHex: (bytes: number) => "0".repeat(2 * bytes) };
    expect(observeConfiguration(context, state, { a: 1 }).fingerprint).toBe("0".repeat(24));
  });
});

test("a configuration that the program does not manage stays undeclared after a read", () => {
  const state = { inputs: {}, savedJson: {}, fingerprint: "f", memory: { fresh: [], observed: false } };
  const seen = observeConfiguration({ randomHex: () => "g" }, state, { a: 1 });
  expect(seen).toMatchObject({ savedJson: { a: 1 }, fingerprint: "g" });
  expect(seen.inputs).toEqual({ json: undefined });
});

function isInside(path: PropertyPath, outer: PropertyPath): boolean {
  return outer.every((step, index) => path[index] === step);
}
