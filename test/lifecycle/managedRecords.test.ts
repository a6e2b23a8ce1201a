import { ManagedRecords } from "../../provider/resource/managedRecords";

const quiet = { progress: { status: () => undefined } };

it("gives turns on one record in the order in which they were asked for, and mixes records", async () => {
  const records = new ManagedRecords();
  const seen: string[] = [];
  const work = async (record: "host 1" | "host 2", name: string) =>
    records.inTurn(quiet, record, async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
    });
  await Promise.all([work("host 1", "a"), work("host 1", "b"), work("host 2", "c")]);
  expect(seen.indexOf("c begins")).toBeLessThan(seen.indexOf("a ends"));
  expect(seen.filter((line) => !line.startsWith("c"))).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

it("goes to the next one after a turn that failed", async () => {
  const records = new ManagedRecords();
  const failed = records.inTurn(quiet, "host 1", () => Promise.reject(new Error("no")));
  const next = records.inTurn(quiet, "host 1", () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("no");
  await expect(next).resolves.toBe("next");
});

it("ends a wait for a turn with the signal, and lets nobody in before the one who has the turn is done", async () => {
  const records = new ManagedRecords();
  const abort = new AbortController();
  let finish = () => {};
  const first = records.inTurn(quiet, "host 1", () => new Promise<void>((resolve) => (finish = resolve)));
  const status: string[] = [];
  const waiting = records.inTurn(
    { signal: abort.signal, progress: { status: (message) => status.push(message) } },
    "host 1",
    () => Promise.resolve(),
  );
  abort.abort(new Error("Ctrl-C"));
  await expect(waiting).rejects.toThrow("Ctrl-C");
  expect(status).toEqual(["waiting for another resource of this program that works on host 1"]);
  let entered = false;
  const last = records.inTurn(quiet, "host 1", () => Promise.resolve((entered = true)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(false);
  finish();
  await Promise.all([first, last]);
  expect(entered).toBe(true);
});
