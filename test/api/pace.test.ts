import fc from "fast-check";
import {
  afterAnswer,
  afterRefusal,
  afterSend,
  paceDelay,
  unknownPace,
  type Pace,
} from "../../provider/api/pacing";
import { startTestApi } from "./testApi";
import { cases } from "../full";

/** A service's way to count requests, without knowing ours. */
interface Counter {
  /** Counts a request at a time in milliseconds; `undefined` refuses it. */
  count(now: number): number | undefined;
}

const windows: Record<string, (limit: number, phase: number) => Counter> = {
  fixed: (limit, phase) => {
    let window = -1;
    let used = 0;
    return {
      count: (now) => {
        const current = Math.floor((now + phase) / 60_000);
        if (current !== window) {
          window = current;
          used = 0;
        }
        used += 1;
        return used > limit ? undefined : limit - used;
      },
    };
  },
  sliding: (limit) => {
    let times: number[] = [];
    return {
      count: (now) => {
        times = times.filter((time) => time > now - 60_000);
        times.push(now);
        return times.length > limit ? undefined : limit - times.length;
      },
    };
  },
  "refilled bit by bit": (limit) => {
    let tokens = limit;
    let last = 0;
    return {
      count: (now) => {
        tokens = Math.min(limit, tokens + ((now - last) * limit) / 60_000);
        last = now;
        tokens -= 1;
        return tokens < 0 ? undefined : Math.floor(tokens);
      },
    };
  },
};

/** Sends `requests` as fast as the pace allows, each answered after `latency`; gives the milliseconds it took and the refusals. */
function run(
  counter: Counter,
  limit: number,
  requests: number,
  concurrency: number,
  latency: (n: number) => number,
) {
  let pace: Pace = unknownPace;
  let now = 0;
  let refused = 0;
  let sent = 0;
  const flying: { at: number; answer: () => void }[] = [];
  while (sent < requests || flying.length > 0) {
    const delay =
      sent < requests && flying.length < concurrency ? paceDelay(pace, flying.length, now) : Infinity;
    if (delay <= 0) {
      const number = pace.sent;
      pace = afterSend(pace, now);
      sent += 1;
      const remaining = counter.count(now + latency(number) / 2);
      if (remaining === undefined) refused += 1;
      flying.push({
        at: now + latency(number),
        answer: () => {
          pace = afterAnswer(pace, number, { limit, remaining: remaining ?? 0 }, now);
        },
      });
      continue;
    }
    flying.sort((a, b) => a.at - b.at);
    const next = flying[0];
    if (next !== undefined && next.at <= now + delay) {
      flying.shift();
      now = Math.max(now, next.at);
      next.answer();
    } else if (delay === Infinity) {
      throw new Error("waits for nothing");
    } else {
      now += delay;
    }
  }
  return { refused, took: now };
}

describe("the pace", () => {
  it("is not held back where no answer tells of a limit", () => {
    expect(paceDelay(afterSend(unknownPace, 0), 1, 0)).toBe(0);
  });

  it("is full speed while there is plenty", () => {
    const pace = afterAnswer(afterSend(unknownPace, 0), 0, { limit: 6000, remaining: 5999 }, 0);
    expect(paceDelay(pace, 16, 0)).toBe(0);
  });

  it("is full speed down to a hundredth of a large limit, what is under way counted as gone", () => {
    const pace = afterAnswer(afterSend(unknownPace, 0), 0, { limit: 6000, remaining: 77 }, 0);
    expect(paceDelay(pace, 16, 0)).toBe(0);
    expect(paceDelay(pace, 17, 0)).toBeGreaterThan(0);
  });

  it("spreads what is left over the time until the window has moved on", () => {
    const pace = afterAnswer(afterSend(unknownPace, 0), 0, { limit: 100, remaining: 5 }, 0);
    expect(paceDelay(pace, 0, 0)).toBe(10_000);
    expect(paceDelay(pace, 0, 4000)).toBe(6000);
    expect(paceDelay(pace, 0, 10_000)).toBe(0);
  });

  it("waits for the window where nothing is left, and then sends one request to look", () => {
    const pace = afterAnswer(afterSend(unknownPace, 0), 0, { limit: 100, remaining: 0 }, 0);
    expect(paceDelay(pace, 0, 1000)).toBe(59_000);
    expect(paceDelay(pace, 0, 60_000)).toBe(0);
    const looked = afterSend(pace, 60_000);
    expect(paceDelay(looked, 1, 60_000)).toBe(Infinity);
    expect(paceDelay(afterAnswer(looked, 1, { limit: 100, remaining: 99 }, 60_050), 0, 60_050)).toBe(0);
  });

  it("takes what a 429 asks for as the time when the window moves on", () => {
    const pace = afterAnswer(afterSend(unknownPace, 0), 0, { limit: 100, remaining: 50 }, 0);
    expect(paceDelay(afterRefusal(pace, 7000), 0, 0)).toBe(7000);
  });

  it("does not take an answer that was overtaken for a rise", () => {
    const two = afterSend(afterSend(unknownPace, 0), 0);
    const later = afterAnswer(two, 1, { limit: 100, remaining: 0 }, 10);
    const overtaken = afterAnswer(later, 0, { limit: 100, remaining: 1 }, 20);
    expect(paceDelay(overtaken, 0, 20)).toBe(59_990);
  });

  describe.each(Object.entries(windows))("against a window that is %s", (form, make) => {
    // A window that slides lets requests go at times that no answer tells: a rare look comes too early.
    const bounds = form === "fixed" ? { refused: 0, minutes: 1 } : { refused: 2, minutes: 3 };

    it("brings about no 429, or next to none, and wastes little of the limit", () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 4, max: 400 }),
          fc.nat(60_000),
          fc.integer({ min: 1, max: 16 }),
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 2, max: 400 }),
          (limit, phase, concurrency, minutes, latency) => {
            // The first requests go out before anything is known.
            fc.pre(concurrency <= limit);
            const requests = limit * minutes;
            const vary = (number: number) => latency * (1 + ((number * 7) % 5) / 10);
            const { refused, took } = run(make(limit, phase), limit, requests, concurrency, vary);
            expect(refused).toBeLessThanOrEqual(bounds.refused);
            expect(took).toBeLessThanOrEqual(
              (minutes + bounds.minutes) * 66_000 + (requests * latency * 1.5) / concurrency,
            );
          },
        ),
        { numRuns: cases(60), seed: 1 },
      );
    });

    it("is as good as unnoticed with the limit of the reference", () => {
      const { refused, took } = run(make(6000, 1234), 6000, 12_000, 16, () => 20);
      expect(refused).toBe(0);
      expect(took).toBeLessThanOrEqual(130_000);
    });
  });

  it("is kept by all calls of a client together", async () => {
    const test = await startTestApi();
    const counter = windows["fixed"]?.(20, 0);
    const from = test.clock.now();
    const statuses: number[] = [];
    test.server.answers((_, response) => {
      const remaining = counter?.count(test.clock.now() - from);
      const status = remaining === undefined ? 429 : 200;
      statuses.push(status);
      response.writeHead(status, {
        "x-ratelimit-limit": "20",
        "x-ratelimit-remaining": String(remaining ?? 0),
      });
      response.end(JSON.stringify({ id: 12, name: "web1" }));
    });
    const api = test.connect({ maxConcurrentRequests: 8 });
    await Promise.all(Array.from({ length: 50 }, () => api.getHost(12)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses).toHaveLength(50);
    await test.close();
  });
});
