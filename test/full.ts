import { presets, type PresetName } from "./emulator";

/** Whether everything is tested: false in `npm test` and `npm run test:unit`, which leave out the slowest parts. */
export const isFull = process.env.HOSTCONFIG_TEST_QUICK === undefined;

/** `it`, for a test that only a full run has. */
export const itInFull = isFull ? it : it.skip;

/** The cases of a property test: a fifth of them if the run is not full. */
export function cases(all: number): number {
  return isFull ? all : Math.ceil(all / 5);
}

/** The readings of the reference to test under; if the run is not full, the one that it shows and the opposite. */
export const everyReading: readonly PresetName[] = isFull
  ? (Object.keys(presets) as PresetName[])
  : ["asShown", "contrary"];
