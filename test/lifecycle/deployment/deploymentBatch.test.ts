import { DeploymentBatch, type Deployed } from "../../../provider/deploy/batch";
import { ManualClock } from "./manualClock";

const clock = new ManualClock();
let batch: DeploymentBatch;
let sums: string[];

beforeEach(() => {
  batch = new DeploymentBatch(clock);
  sums = [];
});

const tell = (sum: string) => {
  sums.push(sum);
  return Promise.resolve();
};

/** An operation that is under way until it is ended. */
function operation(ending: Deployed["ending"] | undefined, name = "web"): () => Promise<void> {
  let end: () => void = () => undefined;
  const ended = batch.run(async (deployed) => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    if (ending !== undefined) deployed({ host: `Host 1 (${name})`, ending });
  }, tell);
  return () => {
    end();
    return ended;
  };
}

async function many(count: number, ending: Deployed["ending"], name?: string): Promise<void> {
  const operations = Array.from({ length: count }, () => operation(ending, name));
  await Promise.all(operations.map((end) => end()));
}

describe("the sum of many deployments", () => {
  it("is told once, by the operation that ends last", async () => {
    const failing = [operation("failed", "web3"), operation("failed", "web9")];
    const others = Array.from({ length: 10 }, () => operation("published"));
    await Promise.all(others.map((end) => end()));
    expect(sums).toEqual([]);
    await clock.sleep(250_000);
    await Promise.all(failing.map((end) => end()));
    expect(sums).toEqual(["12 deployments: 10 published, 2 failed (Host 1 (web3), Host 1 (web9)), 4m10s"]);
  });

  it("waits for the operation that the engine sends after an answer", async () => {
    const last = many(6, "published");
    const next = clock.sleep(100).then(() => operation("started"));
    await last;
    expect(sums).toEqual([]);
    await (
      await next
    )();
    expect(sums).toHaveLength(1);
    expect(sums[0]).toMatch(/^7 deployments: 6 published, 1 started and not waited for, /);
  });

  it("is not told of a few", async () => {
    await many(4, "published");
    await clock.sleep(60_000);
    await many(4, "published");
    expect(sums).toEqual([]);
  });

  it("counts all of an engine that sends few at a time, which all end together", async () => {
    await many(4, "published");
    await many(4, "published");
    expect(sums.map((sum) => sum.split(":")[0])).toEqual(["8 deployments"]);
  });

  it("counts what was told before, where the engine was slow to send the next", async () => {
    await many(5, "failed");
    await clock.sleep(1000);
    await many(6, "published");
    expect(sums[1]).toMatch(/^11 deployments: 6 published, 5 failed /);
  });

  it("is not told of an engine that sends one at a time, which never shows the end", async () => {
    for (let host = 1; host <= 12; host += 1) await many(1, "published");
    expect(sums).toEqual([]);
  });

  it("begins anew after a pause, in a process that outlives an up", async () => {
    await many(5, "published");
    await clock.sleep(60_000);
    await many(6, "published");
    expect(sums.map((sum) => sum.split(":")[0])).toEqual(["5 deployments", "6 deployments"]);
  });

  it("counts no operation that deployed nothing, and names no more than ten failures", async () => {
    const quiet = operation(undefined);
    await many(12, "failed", "web");
    await quiet();
    expect(sums[0]).toMatch(
      /^12 deployments: 12 failed \((Host 1 \(web\), ){9}Host 1 \(web\) and 2 more\), /,
    );
  });

  it("names what was left running", async () => {
    await Promise.all([many(4, "published"), many(1, "unfinished", "web7")]);
    expect(sums[0]).toMatch(/^5 deployments: 4 published, 1 left running \(Host 1 \(web7\)\), /);
  });

  it("does not swallow the error of an operation", async () => {
    const failure = batch.run(() => Promise.reject(new Error("no")), tell);
    await expect(failure).rejects.toThrow("no");
  });
});
