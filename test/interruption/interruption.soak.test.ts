import { bothDoors } from "../doors/door";
import { figure } from "../figures/figure";
import { checkTable, openBench } from "./bench";
import { allCells, nameOf } from "./cells";

/** Stacks that are interrupted at a time, each with a service of its own. */
const lanes = Number(process.env.HOSTCONFIG_SOAK_LANES ?? 3);
/** Only cells whose name this matches. */
const only = new RegExp(process.env.HOSTCONFIG_SOAK_ONLY ?? "");

jest.setTimeout(4 * 60 * 60_000);

describe.each(bothDoors("commonjs"))("$name: interrupted", (door) => {
  it("before and after every request by every signal, and as declared after the next up", async () => {
    const cells = allCells.filter((cell) => only.test(nameOf(cell)));
    const open = [...cells];
    const failures: string[] = [];
    const lane = async () => {
      let bench = await openBench(door);
      for (let cell = open.shift(); cell !== undefined; cell = open.shift()) {
        try {
          await bench.interrupt(cell);
        } catch (error) {
          failures.push(nameOf(cell));
          process.stderr.write(`${nameOf(cell)}:\n${messageOf(error)}\n`);
          // What one has left behind must not fail the next.
          await bench.close();
          bench = await openBench(door);
        }
      }
      await checkTable(bench, ["update", "create", "adopt"]);
      await bench.close();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const passed = cells.length - failures.length;
    figure(`interruption, ${door.name}`, `${passed} / ${cells.length} cells passed`);
    expect(failures).toEqual([]);
  });
});

/** Enough to see why. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n").slice(0, 40).join("\n");
}
