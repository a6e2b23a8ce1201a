import fc from "fast-check";
import { BadRequestError, NotFoundError, ServerError } from "../../../provider/api/errors";

import { SharedReads, type ReadOptions } from "../../../provider/api/sharedReads";
import { JumpingClock } from "../jumpingClock";
import { FakeAccount, type Item } from "./fakeAccount";

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function reading(account: FakeAccount) {
  const clock = new JumpingClock();
  const together = new SharedReads<Item>(account, clock);
  return {
    clock,
    together,
    read: (id: number, options?: ReadOptions) => together.during((read) => read(id, options)),
    /** As an engine does: so many at a time, the next as soon as one is through. */
    refresh: async (wanted: readonly number[], atATime: number, options?: ReadOptions) => {
      const left = [...wanted];
      const items: Item[] = [];
      const worker = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const id = next;
          items.push(await together.during((read) => read(id, options)));
        }
      };
      await Promise.all(Array.from({ length: atATime }, worker));
      return items.sort((a, b) => a.id - b.id);
    },
  };
}

const failure = { endpoint: "GET list", address: "here" };

describe("reading together", () => {
  it("reads a thousand records with two lists, and three of them alone to compare", async () => {
    const account = new FakeAccount(1000);
    const items = await reading(account).refresh(ids(1000), 8);
    expect(items).toEqual(ids(1000).map((id) => ({ id, json: { version: 0 } })));
    expect(account.pages).toBe(2);
    expect(account.singles).toBeLessThanOrEqual(3);
  });

  it("asks for single records only where few are read at a time", async () => {
    const account = new FakeAccount(50);
    await reading(account).refresh(ids(50), 3);
    expect(account.pages).toBe(0);
    expect(account.singles).toBe(50);
  });

  it("goes on with lists that have answered many, also where the last questions come one at a time", async () => {
    const account = new FakeAccount(1000);
    const { refresh, together } = reading(account);
    await together.during(async () => {
      await refresh(ids(100), 8);
      await refresh(
        ids(900).map((id) => 100 + id),
        1,
      );
    });
    expect(account.pages).toBeLessThanOrEqual(3);
    expect(account.singles).toBeLessThanOrEqual(3);
  });

  it("gives up on lists that leave the configuration out, for good", async () => {
    const account = new FakeAccount(50, { withJson: false });
    const { refresh } = reading(account);
    await refresh(ids(50), 8);
    await refresh(ids(50), 8);
    expect(account.pages).toBe(1);
    expect(account.singles).toBe(100);
  });

  it("gives up on lists that tell something else than the record itself", async () => {
    const account = new FakeAccount(50, { lies: true });
    const items = await reading(account).refresh(ids(50), 8);
    expect(items.map(({ json }) => json)).toEqual(ids(50).map(() => ({ version: 0 })));
  });

  it("asks alone for what no list shows, and tells what is gone from what is hidden", async () => {
    const account = new FakeAccount(60, { hides: (id) => id % 2 === 0 });
    const { refresh, read } = reading(account);
    await expect(refresh(ids(60), 8)).resolves.toHaveLength(60);
    account.versions.delete(7);
    const outcomes = await Promise.allSettled(ids(20).map((id) => read(id)));
    const lost = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as unknown] : [],
    );
    expect(lost).toEqual([expect.any(NotFoundError)]);
  });

  it.each([
    ["a large account", 5000, 5],
    ["an account whose list has no end in sight", 50_000, 30],
  ])("asks for one page of %s and reads a few of its records alone", async (_, size, wanted) => {
    const account = new FakeAccount(size);
    await reading(account).refresh(ids(wanted), 8);
    expect(account.asked.filter((request) => request.startsWith("page"))).toEqual(["page 1 of 100"]);
  });

  it("reads the list of a client where that of all is too long", async () => {
    const account = new FakeAccount(15_000);
    const { refresh } = reading(account);
    await refresh(
      ids(20).map((id) => 200 + id),
      8,
      { clientId: 7 },
    );
    expect(account.asked).toContain("page 1 of 100 for client 7");
  });

  it("reads the list of the client where all records are of one", async () => {
    const account = new FakeAccount(1000);
    await reading(account).refresh(ids(1000), 8, { clientId: 7 });
    expect(account.asked.filter((request) => request.startsWith("page"))).toEqual([
      "page 1 of 100 for client 7",
      "page 1 of 1000 for client 7",
    ]);
    expect(account.singles).toBeLessThanOrEqual(3);
  });

  it("reads the list of all where the records are of several clients", async () => {
    const account = new FakeAccount(1000);
    const { together } = reading(account);
    await Promise.all(ids(1000).map((id) => together.during((read) => read(id, { clientId: id % 5 }))));
    const pages = account.asked.filter((request) => request.startsWith("page"));
    expect(pages).toEqual(["page 1 of 100", "page 1 of 1000"]);
    expect(account.singles).toBeLessThanOrEqual(5);
  });

  it("looks for what the client's list does not show in the list of all", async () => {
    const account = new FakeAccount(100);
    account.clientHides = (id) => id > 50;
    await reading(account).refresh(ids(100), 8, { clientId: 7 });
    expect(account.singles).toBeLessThanOrEqual(10);
    expect(account.pages).toBeLessThanOrEqual(4);
  });

  it("walks a long list as soon as as many single reads were made as that costs", async () => {
    const account = new FakeAccount(5000);
    await reading(account).refresh(ids(5000), 8);
    expect(account.singles).toBeLessThan(120);
    expect(account.pages).toBe(6);
  });

  it("goes on in small pages where large ones are refused", async () => {
    const account = new FakeAccount(1000);
    account.pageFails = (size) => (size > 100 ? new BadRequestError(failure) : undefined);
    await reading(account).refresh(ids(1000), 8);
    expect(account.asked.filter((request) => request.startsWith("page"))).toEqual([
      "page 1 of 100",
      "page 1 of 1000",
      ...ids(9).map((page) => `page ${page + 1} of 100`),
    ]);
  });

  it("reads every record alone where the list cannot be had", async () => {
    const account = new FakeAccount(50);
    account.pageFails = () =>
      new ServerError({ ...failure, status: 500, mayHaveHappened: false, retryAfter: undefined });
    await expect(reading(account).refresh(ids(50), 8)).resolves.toHaveLength(50);
    expect(account.singles).toBe(50);
  });

  it("asks for no more of a list whose wide page cannot be had", async () => {
    const account = new FakeAccount(300);
    account.pageFails = (size) =>
      size === 1000
        ? new ServerError({ ...failure, status: 500, mayHaveHappened: false, retryAfter: undefined })
        : undefined;
    await expect(reading(account).refresh(ids(300), 8)).resolves.toHaveLength(300);
    expect(account.pages).toBe(2);
  });

  it("asks for the records alone that a list shows without their configuration", async () => {
    const account = new FakeAccount(100, { shortens: (id) => id % 2 === 1 });
    const items = await reading(account).refresh(ids(100), 8);
    expect(items).toEqual(ids(100).map((id) => ({ id, json: { version: 0 } })));
    expect(account.singles).toBeGreaterThanOrEqual(50);
    expect(account.singles).toBeLessThan(60);
  });

  it("answers a second read of a record with a request of its own", async () => {
    const account = new FakeAccount(50);
    const { refresh, together, read } = reading(account);
    await together.during(async () => {
      await refresh(ids(50), 8);
      account.edit(20);
      await expect(Promise.all([20, 20, 20, 20].map((id) => read(id)))).resolves.toEqual(
        Array.from({ length: 4 }, () => ({ id: 20, json: { version: 1 } })),
      );
    });
  });

  it("forgets what lists said when no read is under way any more", async () => {
    const account = new FakeAccount(50);
    const { refresh, read, clock } = reading(account);
    await refresh(ids(40), 8);
    await clock.sleep(501);
    account.edit(45);
    await expect(read(45)).resolves.toEqual({ id: 45, json: { version: 1 } });
  });

  it("forgets what lists said before something was written", async () => {
    const account = new FakeAccount(50);
    const { refresh, together } = reading(account);
    await together.during(async () => {
      await refresh(ids(20), 8);
      account.edit(30);
      together.forget();
      await expect(refresh(ids(50), 8)).resolves.toContainEqual({ id: 30, json: { version: 1 } });
    });
  });

  it("takes no list that is older than ten seconds", async () => {
    const account = new FakeAccount(50);
    const { refresh, together, clock } = reading(account);
    await together.during(async () => {
      await refresh(ids(20), 8);
      account.edit(30);
      await clock.sleep(10_001);
      await expect(refresh(ids(50), 8)).resolves.toContainEqual({ id: 30, json: { version: 1 } });
    });
  });

  it("ends with the signal's reason while it waits for a list", async () => {
    const account = new FakeAccount(50);
    const { read } = reading(account);
    const controller = new AbortController();
    const others = ids(6).map((id) => read(id));
    const waiting = read(30, { signal: controller.signal });
    const reason = new Error("the user stops");
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(Promise.all(others)).resolves.toHaveLength(6);
  });

  it("gives what a record held at some time of the refresh, whatever the lists do", async () => {
    const manners = fc.record({
      cap: fc.constantFrom(1, 7, 50, 100, 1000),
      shape: fc.constantFrom("envelope", "bare"),
      withJson: fc.boolean(),
      hidden: fc.integer({ min: 1, max: 5 }),
    });
    const changes = fc.array(fc.record({ id: fc.integer({ min: 1, max: 150 }), remove: fc.boolean() }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(
        manners,
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 20 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 60 }),
        changes,
        async ({ hidden, ...rest }, count, atATime, wanted, coming) => {
          const account = new FakeAccount(count, { ...rest, hides: (id) => id % hidden === 1 });
          const { together } = reading(account);
          const removed = new Set<number>();
          const happen = () => {
            const change = coming.pop();
            if (change === undefined) return;
            if (!change.remove) account.edit(change.id);
            else if (account.versions.delete(change.id)) removed.add(change.id);
          };
          account.beforePage = happen;
          const before = new Map(account.versions);
          const left = [...wanted];
          const seen = new Map<number, number | "gone">();
          const worker = async () => {
            for (let id = left.shift(); id !== undefined; id = left.shift()) {
              const wantedId = id;
              await together
                .during((read) => read(wantedId))
                .then(
                  ({ json }) => seen.set(wantedId, Number(json?.version)),
                  () => seen.set(wantedId, "gone"),
                );
              happen();
            }
          };
          await Promise.all(Array.from({ length: atATime }, worker));
          for (const id of wanted) {
            const result = seen.get(id);
            if (result === "gone") expect(!before.has(id) || removed.has(id)).toBe(true);
            else {
              expect(result).toBeGreaterThanOrEqual(before.get(id) ?? 0);
              if (account.versions.has(id)) expect(result).toBeLessThanOrEqual(account.versions.get(id) ?? 0);
            }
          }
          expect(account.asked.length).toBeLessThanOrEqual(2 * wanted.length + 10);
        },
      ),
    );
  });
});
