import fc from "fast-check";
import { presets, type Readings } from "../../emulator";
import { histories } from "./steps";
import { withWorld, type Tally } from "./world";

/** Services that a history runs at. */
export const services: { name: string; readings: Readings }[] = [
  { name: "asShown", readings: presets.asShown },
  { name: "asMachineDescription", readings: presets.asMachineDescription },
  { name: "mixed with json as text", readings: { ...presets.mixed, json: "string" } },
  { name: "contrary", readings: presets.contrary },
];

/** Runs random histories: an update that succeeds keeps its promise, whatever came before. */
export async function runHistories(readings: Readings, numRuns: number, tally: Tally): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories, (steps) =>
      withWorld(readings, tally, async (world) => {
        for (const step of steps) {
          await step.run(world);
          tally.operations += 1;
        }
      }),
    ),
    { numRuns },
  );
}

/** `300 runs, 2,100 operations, …` */
export function tallyText({ runs, operations, requests, succeeded, failed }: Tally): string {
  return `${runs} runs, ${operations} operations, ${requests} requests; of the updates ${succeeded} succeeded and kept their promise, ${failed} failed as they were made to`;
}

export const newTally = (): Tally => ({ runs: 0, operations: 0, requests: 0, succeeded: 0, failed: 0 });
