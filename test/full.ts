/** Whether everything is tested: false in `npm test` and `npm run test:unit`, which leave out the slowest parts. */
export const isFull = process.env.HOSTCONFIG_TEST_QUICK === undefined;

/** `it`, for a test that only a full run has. */
export const itInFull = isFull ? it : it.skip;

/** The cases of a property test: a fifth of them if the run is not full. */
export function cases(all: number): number {
  return isFull ? all : Math.ceil(all / 5);
}
