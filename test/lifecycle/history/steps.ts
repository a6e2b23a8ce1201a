import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../emulator";
import { disturbance, disturbedUp, type Disturbance } from "./disturbance";
import { expectPromise, theirs } from "./promise";
import { adoptedId, heldBy, hostIdOf, preview, refresh, resources } from "./world";
import type { Declared, ResourceName, World } from "./world";

/** One thing that happens in a history. */
export interface Step {
  run: (world: World) => Promise<void>;
  toString(): string;
}

const name = fc.constantFrom(...resources);

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom<JsonValue>(null, []),
  fc.dictionary(fc.constantFrom("enabled", "keep_days", "x"), fc.integer({ min: 0, max: 2 }), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  fc.array(fc.record({ p: fc.integer({ min: 0, max: 1 }) }), { maxLength: 2 }),
);
const configuration: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom("a", "b", "backups", "timezone"),
  value,
  {
    maxKeys: 3,
    noNullPrototype: true,
  },
);

/** The program changes, and `pulumi up` runs, perhaps with `--refresh`. */
const upStep = fc
  .record({
    names: fc.uniqueArray(name, { minLength: 1 }),
    change: fc.record(
      { json: configuration, ownership: fc.constantFrom("whole" as const, "declared" as const) },
      {
        requiredKeys: [],
      },
    ),
    refreshes: fc.boolean(),
    disturbed: disturbance,
  })
  .map((drawn) => step(`up ${JSON.stringify(drawn)}`, (world) => runUp(world, drawn)));

interface DrawnUp {
  names: ResourceName[];
  change: Partial<Declared>;
  refreshes: boolean;
  disturbed: Disturbance;
}

async function runUp(world: World, { names, change, refreshes, disturbed }: DrawnUp): Promise<void> {
  const { managed, program, behind, tally } = world;
  for (const one of names) {
    Object.assign(program[one], change);
    if (refreshes) await refresh(world, one);
    const finds = managed[one].state === undefined || preview(world, one).length > 0;
    const before = othersBefore(world, one);
    // What nobody has declared is nobody's to deploy from now on, be it a person's or a killed update's.
    const leavesIt = behind[one] && before === undefined && program[one].ownership === "declared";
    const succeeded = await disturbedUp(world, one, disturbed);
    tally[succeeded ? "succeeded" : "failed"] += 1;
    // Where nothing is to be done, no request is made, and nobody finds what the state does not know.
    if (succeeded && (finds || !behind[one]) && !leavesIt && disturbed.kind !== "killed") {
      behind[one] = false;
      expectPromise(world, one, before);
    }
  }
}

/** What others keep there, and keep after an update; `undefined` where the program has owned all of it until now. */
function othersBefore(world: World, one: ResourceName): JsonObject | undefined {
  return world.managed[one].state?.outputs.ownership === "declared" ? heldBy(world, one) : undefined;
}

/** All is brought up in peace; then neither a preview nor one after a refresh has anything to say. */
const settleStep = fc.constant(
  step("settle", async (world) => {
    // What runs now may be somebody's, and fail.
    world.clock.advance(600_000);
    for (const one of resources) {
      await refresh(world, one);
      const before = othersBefore(world, one);
      expect(await disturbedUp(world, one, { kind: "none" })).toBe(true);
      expectPromise(world, one, before);
      expect(preview(world, one)).toEqual([]);
      await refresh(world, one);
      expect(preview(world, one)).toEqual([]);
    }
  }),
);

/** `pulumi refresh`, twice: the second finds what the first has found. */
const refreshStep = name.map((one) =>
  step(`refresh ${one}`, async (world) => {
    await refresh(world, one);
    if (world.managed[one].state === undefined) return;
    const once = preview(world, one);
    await refresh(world, one);
    expect(preview(world, one)).toEqual(once);
  }),
);

/** Somebody changes a configuration by hand: puts keys, of the program's or of their own, or takes them away. */
const editStep = fc
  .record({
    one: name,
    put: configuration,
    own: fc.uniqueArray(fc.constantFrom(...theirs)),
    removes: fc.boolean(),
  })
  .map(({ one, put, own, removes }) =>
    step(`edit ${JSON.stringify({ one, put, own, removes })}`, (world) => {
      const { emulator, groupId, behind } = world;
      const edit = (held: JsonObject): JsonObject => {
        const kept = Object.entries(held).filter(([key]) => !(removes && Object.hasOwn(put, key)));
        const added = own.map((key): [string, JsonValue] => [key, true]);
        return { ...Object.fromEntries(kept), ...(removes ? {} : put), ...Object.fromEntries(added) };
      };
      const hostId = one === "group" ? undefined : hostIdOf(world, one);
      if (one === "group") emulator.editGroup(groupId, edit);
      else if (hostId !== undefined) emulator.editHost(hostId, edit);
      behind[one] = true;
      return Promise.resolve();
    }),
  );

/** Somebody deploys a host, imports an account, stops what runs there, or lets time pass. */
const personStep = fc
  .record({
    does: fc.constantFrom(
      "deploy" as const,
      "fail" as const,
      "import" as const,
      "cancel" as const,
      "wait" as const,
    ),
    member: fc.boolean(),
  })
  .map(({ does, member }) =>
    step(`somebody: ${does} ${member ? "member" : "adopted"}`, ({ emulator, clock, memberId }) => {
      const hostId = member ? memberId : adoptedId;
      const busy = ["deploy", "import"].includes(emulator.host(hostId).status ?? "");
      if (does === "wait") clock.advance(20_000);
      else if (does === "cancel" && busy) emulator.cancelDeployment(hostId);
      else if (does === "import" && !busy) emulator.startImport(hostId, 10);
      else if (does !== "cancel" && !busy) {
        if (does === "fail") emulator.scriptDeployment(hostId, { end: "error" });
        emulator.startDeployment(hostId);
      }
      return Promise.resolve();
    }),
  );

function step(text: string, run: Step["run"]): Step {
  return { run, toString: () => text, [fc.toStringMethod]: () => text } as Step;
}

/** What happens one after the other. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: upStep },
    { weight: 2, arbitrary: editStep },
    { weight: 2, arbitrary: personStep },
    { weight: 1, arbitrary: refreshStep },
    { weight: 1, arbitrary: settleStep },
  ),
  { minLength: 1, maxLength: 14 },
);
