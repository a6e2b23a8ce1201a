import { PartialFailure } from "../../../provider/resource/partialFailure";

import * as fc from "fast-check";
import { sameMeaning } from "../../../provider/config/compare";

import { presets, type JsonObject, type Readings } from "../../emulator";
import { withHost, type HostBench } from "./hostBench";

/** What the program declares, and what the last update has to have brought about. */
interface Model {
  json: JsonObject;
  ownership: "whole" | "declared";
  /** A process was killed since the last refresh: the state may be behind the service. */
  behind: boolean;
}

const save = { method: "POST", path: "/api/v1/hosts/{id}" };
const record = { method: "GET", path: "/api/v1/hosts/{id}" };
const start = { method: "POST", path: "/api/v1/hosts/{id}/deploy" };

/** How an update goes. `lostAfter`, `lostBefore`: nobody knows whether its save was carried out. */
type End = "published" | "error" | "canceled" | "killed" | "interrupted" | "lostAfter" | "lostBefore";

type Step = fc.AsyncCommand<Model, HostBench>;

const keys = ["a", "b", "backups", "timezone"];
const value = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constant(null),
  fc.constant([]),
  fc.dictionary(fc.constantFrom("enabled", "keep_days", "x"), fc.integer({ min: 0, max: 2 }), { maxKeys: 2 }),
  fc.array(fc.dictionary(fc.constantFrom("p", "q"), fc.integer({ min: 0, max: 1 }), { maxKeys: 2 }), {
    maxLength: 2,
  }),
);
const configuration = fc.dictionary(fc.constantFrom(...keys), value, {
  maxKeys: 3,
}) as fc.Arbitrary<JsonObject>;

const program = (model: Model) => ({ hostId: 1, json: model.json, ownership: model.ownership });

/** Whether everything that is declared is there; with whole ownership, beside nothing but the service's defaults. */
function holds(held: JsonObject, { json, ownership }: Model, defaults: JsonObject): boolean {
  const undeclared = Object.keys(held).filter((key) => !Object.hasOwn(json, key));
  const isThere = Object.entries(json).every(([key, declared]) => covers(held[key], declared));
  return isThere && (ownership === "declared" || undeclared.every((key) => Object.hasOwn(defaults, key)));
}

function covers(held: unknown, declared: unknown): boolean {
  if (typeof declared !== "object" || declared === null) return held === declared;
  // An empty list is an empty object, which the service may fill with defaults.
  if (Object.keys(declared).length === 0) return typeof held === "object" && held !== null;
  if (Array.isArray(declared)) return sameMeaning(held as JsonObject, declared as JsonObject[]);
  return Object.entries(declared).every(([key, member]) =>
    covers((held as JsonObject | undefined)?.[key], member),
  );
}

function expectReached(model: Model, { emulator }: HostBench): void {
  const { savedJson, deployedJson } = emulator.host(1);
  const defaults = emulator.readings.defaultsAtSave ?? {};
  expect({ savedJson, holds: holds(savedJson, model, defaults) }).toMatchObject({ holds: true });
  expect({ deployedJson, holds: holds(deployedJson ?? {}, model, defaults) }).toMatchObject({ holds: true });
  // With declared ownership, what others change by hand is theirs to deploy.
  if (model.ownership === "whole") expect(deployedJson).toEqual(savedJson);
}

async function refresh(model: Model, { host }: HostBench): Promise<void> {
  await host.refresh();
  model.behind = false;
}

/** `pulumi up` of a perhaps changed program. */
class Up implements Step {
  readonly #change: Partial<Model>;
  readonly #end: End;

  constructor(change: Partial<Model>, end: End) {
    this.#change = change;
    this.#end = end;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, bench: HostBench): Promise<void> {
    const { host, emulator } = bench;
    Object.assign(model, this.#change);
    // Where the program goes back to what the state holds, nothing tells of the update that was killed.
    if (model.behind && !host.diff(program(model)).changes) await refresh(model, bench);
    const stop = new AbortController();
    const stopsAtStart = this.#end === "killed" || this.#end === "interrupted";
    const ends = [
      emulator.onRequest({ ...start, moment: "arrived" }, () => {
        if (this.#end === "error" || this.#end === "canceled")
          emulator.scriptDeployment(1, { end: this.#end });
      }),
      emulator.onRequest({ ...start, moment: "ended" }, () => {
        if (stopsAtStart) stop.abort(new Error("stop"));
      }),
    ];
    if (this.#end === "lostAfter" || this.#end === "lostBefore") {
      const kind = this.#end === "lostAfter" ? "resetAfter" : "resetBefore";
      const lostSave = emulator.faults.add({ match: save, at: "every", fault: { kind } });
      // Of the looks after the first, so that a save that was lost stays so.
      const unread = { kind: "status", status: 500 } as const;
      const unreadRecord = emulator.faults.add({ match: record, at: "second", times: 9, fault: unread });
      for (const lost of [lostSave, unreadRecord]) {
        ends.push(() => {
          lost.remove();
        });
      }
    }
    const before = host.state;
    try {
      await host.up(program(model), { signal: stop.signal });
      if (!stopsAtStart) expectReached(model, bench);
    } catch (error) {
      if (!(error instanceof PartialFailure) || this.#end === "published") throw error;
    }
    if (this.#end === "killed") {
      host.state = before;
      model.behind = true;
    }
    for (const end of ends) end();
  }

  toString(): string {
    return `up(${JSON.stringify(this.#change)}, ${this.#end})`;
  }
}

/** Somebody changes the configuration by hand, and perhaps deploys it. */
class Edit implements Step {
  readonly #json: JsonObject;
  readonly #deploys: boolean;

  constructor(json: JsonObject, deploys: boolean) {
    this.#json = json;
    this.#deploys = deploys;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, bench: HostBench): Promise<void> {
    const { emulator } = bench;
    // A key that comes back right after the program has removed it could be a default of the service's.
    await refresh(model, bench);
    emulator.editHost(1, (held) => ({ ...held, ...this.#json }));
    if (this.#deploys && emulator.host(1).status !== "deploy") emulator.startDeployment(1);
    // Where nobody looks, nobody sees: an update without changes makes no request.
    await refresh(model, bench);
  }

  toString(): string {
    return `edit(${JSON.stringify(this.#json)}, ${String(this.#deploys)})`;
  }
}

/** `pulumi refresh`, twice: the second finds what the first has found. */
class Refresh implements Step {
  check(): boolean {
    return true;
  }

  async run(model: Model, bench: HostBench): Promise<void> {
    const { host } = bench;
    await refresh(model, bench);
    const once = host.preview(program(model));
    await host.refresh();
    expect(host.preview(program(model))).toEqual(once);
  }

  toString(): string {
    return "refresh";
  }
}

/** After an update that succeeded, neither a preview nor one after a refresh has anything to say. */
class Settle implements Step {
  check(): boolean {
    return true;
  }

  async run(model: Model, bench: HostBench): Promise<void> {
    const { host } = bench;
    if (model.behind) await refresh(model, bench);
    await host.up(program(model));
    expectReached(model, bench);
    expect(host.preview(program(model))).toEqual([]);
    await host.refresh();
    expect(host.preview(program(model))).toEqual([]);
  }

  toString(): string {
    return "settle";
  }
}

const change = fc.record(
  { json: configuration, ownership: fc.constantFrom("whole" as const, "declared" as const) },
  { requiredKeys: [] },
);
const end = fc.constantFrom<End>(
  "published",
  "published",
  "error",
  "canceled",
  "killed",
  "interrupted",
  "lostAfter",
  "lostBefore",
);
const steps = fc.commands(
  [
    fc.tuple(change, end).map((drawn) => new Up(...drawn)),
    fc.tuple(configuration, fc.boolean()).map((drawn) => new Edit(...drawn)),
    fc.constant(new Refresh()),
    fc.constant(new Settle()),
  ],
  { maxCommands: 12 },
);

const hard: Partial<Readings> = { ...presets.mixed, json: "string" };

it.each([
  { name: "asShown", readings: presets.asShown, seed: 1 },
  { name: "mixed with json as text", readings: hard, seed: 2 },
  { name: "contrary", readings: presets.contrary, seed: 3 },
])(
  "keeps its promises through any history, as $name reads",
  ({ readings, seed }) =>
    fc.assert(
      fc.asyncProperty(steps, (commands) =>
        withHost({ readings, deploySeconds: 5 }, async (bench) => {
          bench.existing({ before: true });
          const model: Model = { json: { a: 1 }, ownership: "whole", behind: false };
          await bench.host.up(program(model));
          await fc.asyncModelRun(() => ({ model, real: bench }), commands);
        }),
      ),
      { seed, numRuns: 25 },
    ),
  60_000,
);
