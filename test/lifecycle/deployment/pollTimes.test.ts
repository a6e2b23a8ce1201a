import fc from "fast-check";
import { nextPoll } from "../../../provider/deploy/waitRule";

/** The first reads after a start at 0, each so many milliseconds late. */
function reads(pollInterval: number, late: readonly number[], answeredAt = 0): number[] {
  const times: number[] = [];
  let readAt = -Infinity;
  for (const delay of late) {
    readAt = nextPoll(readAt, { sentAt: 0, answeredAt }, pollInterval) + delay;
    times.push(readAt);
  }
  return times;
}

describe("the times of the reads of a status", () => {
  it.each([
    [3000, [1000, 2050, 4000, 7000, 10_000]],
    [10_000, [1000, 2050, 11_000, 21_000, 31_000]],
    [2500, [1000, 2050, 3500, 6000, 8500]],
    [1000, [1000, 2000, 3000, 4000, 5000]],
  ])("with an interval of %d ms", (pollInterval, expected) => {
    expect(reads(pollInterval, [0, 0, 0, 0, 0])).toEqual(expected);
  });

  it.each([
    [300, [1000, 2350, 4000, 7000]],
    [950, [1000, 3000, 4000, 7000]],
    [1000, [1000, 4000, 7000, 10_000]],
  ])("leave a deployment its time from the answer on, which came after %d ms", (answeredAt, expected) => {
    expect(reads(3000, [0, 0, 0, 0], answeredAt)).toEqual(expected);
  });

  it("are the same where every timer ends a little too soon", () => {
    const times = reads(3000, [-0.6, -0.6, -0.6, -0.6, -0.6]);
    expect(times.map(Math.round)).toEqual([999, 2049, 3999, 6999, 9998]);
  });

  it("are never further apart than the interval, and never closer than a second", () => {
    const late = fc.array(fc.nat(2000), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 60_000 }),
        late,
        fc.nat(1000),
        (pollInterval, delays, answeredAt) => {
          const times = reads(pollInterval, delays, answeredAt);
          for (const [index, time] of times.slice(1).entries()) {
            const gap = time - (times[index] ?? 0) - (delays[index + 1] ?? 0);
            expect(gap).toBeLessThanOrEqual(pollInterval);
            expect(gap).toBeGreaterThanOrEqual(1000);
          }
        },
      ),
    );
  });

  it("are an interval apart where somebody else has started the deployment", () => {
    expect(nextPoll(5000, undefined, 3000)).toBe(8000);
  });
});
