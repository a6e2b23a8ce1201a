import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../clock";
import { throwReason } from "../throwReason";
import { ListWalk } from "./listWalk";
import type { ReadOptions, ReadRecord, ReadsTogether } from "./readsTogether";
import type { Listed, RecordSource } from "./recordSource";

/** So many operations at a time read for themselves ... */
const few = 3;
/** ... until lists have answered so many: then more will come, and a page costs no more than a record. */
const many = 20;
/** Milliseconds: an engine that got all its answers at once needs a while for the next questions, on a busy machine too. */
const breath = 500;

/** The operations that overlap, from the first one until there is none any more. */
interface Burst<Item extends Listed> {
  underWay: number;
  lastEndedAt: number;
  /** Records that were answered from a list: once each, for a second read is another question. */
  readonly answered: Set<number>;
  /** What single reads say, and lists of the same records: to compare. */
  readonly singles: Map<number, Promise<Item>>;
  readonly twice: { single: Promise<Item>; listed: Item }[];
  /** Whose records were asked for; a record of unknown owner counts as another client's. */
  readonly clients: Set<number | undefined>;
  /** By client; `undefined` is the list of all. */
  readonly walks: Map<number | undefined, ListWalk<Item>>;
}

/** Answers many reads at the same time from lists, where these carry whole records. */
export class ReadingTogether<Item extends Listed> implements ReadsTogether<Item> {
  readonly #source: RecordSource<Item>;
  readonly #clock: Clock;
  #burst: Burst<Item> | undefined;
  /** Whether lists say the same as single reads; `undefined` while nothing was compared. */
  #trusted: boolean | undefined;
  #comparison: Promise<void> | undefined;

  constructor(source: RecordSource<Item>, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  async during<T>(operation: (read: ReadRecord<Item>) => Promise<T>): Promise<T> {
    const burst = this.#currentBurst();
    burst.underWay += 1;
    try {
      return await operation((id, options = {}) => this.#read(burst, id, options));
    } finally {
      burst.underWay -= 1;
      burst.lastEndedAt = this.#clock.now();
    }
  }

  /** Something was written: what lists said before is not answered any more. */
  forget(): void {
    for (const walk of this.#burst?.walks.values() ?? []) walk.stop();
  }

  #currentBurst(): Burst<Item> {
    const known = this.#burst;
    if (known !== undefined && (known.underWay > 0 || this.#clock.now() - known.lastEndedAt <= breath))
      return known;
    const burst: Burst<Item> = {
      underWay: 0,
      lastEndedAt: -Infinity,
      answered: new Set(),
      singles: new Map(),
      twice: [],
      clients: new Set(),
      walks: new Map(),
    };
    this.#burst = burst;
    return burst;
  }

  async #read(burst: Burst<Item>, id: number, options: ReadOptions): Promise<Item> {
    const { signal } = options;
    signal?.throwIfAborted();
    const walks = this.#walksFor(burst, options.clientId);
    // Decided now: while this read looks around, others come.
    const alone = burst.underWay <= few && burst.answered.size < many;
    if (this.#trusted !== false && !burst.answered.has(id)) {
      for (const walk of walks) {
        walk.expect();
        // Reads that come together with this one count before it is decided whether the list is worth it.
        await Promise.resolve();
        const item = await orAborted(this.#find(burst, walk, id, alone), signal);
        if (item !== undefined) {
          burst.answered.add(id);
          return item;
        }
        // What is not in the list of all is nowhere else either.
        if (walk.ended && walk === burst.walks.get(undefined)) break;
      }
    }
    return this.#single(burst, id, options);
  }

  /** Where all are of one client, its list is the shorter one; else the list of all answers most. */
  #walksFor(burst: Burst<Item>, clientId: number | undefined): ListWalk<Item>[] {
    burst.clients.add(clientId);
    const lists = burst.clients.size === 1 ? [clientId, undefined] : [undefined, clientId];
    return [...new Set(lists)].map((client) => {
      const known = burst.walks.get(client);
      if (known !== undefined) return known;
      const walk = new ListWalk<Item>({
        clock: this.#clock,
        readPage: (size, page) => this.#source.page(client, size, page),
        accept: (items) => this.#accept(burst, items),
      });
      burst.walks.set(client, walk);
      return walk;
    });
  }

  async #find(
    burst: Burst<Item>,
    walk: ListWalk<Item>,
    id: number,
    alone: boolean,
  ): Promise<Item | undefined> {
    for (;;) {
      const item = walk.take(id);
      if (item !== undefined) return (await this.#isTrusted(burst, item)) ? item : undefined;
      if (alone || !(await walk.advance())) return undefined;
    }
  }

  /** Lists are believed only after one of them has said of a record what a single read says. */
  async #isTrusted(burst: Burst<Item>, item: Item): Promise<boolean> {
    if (this.#trusted === undefined) {
      this.#comparison ??= this.#compare(burst, item).finally(() => {
        this.#comparison = undefined;
      });
      await this.#comparison;
    }
    return this.#trusted === true;
  }

  async #compare(burst: Burst<Item>, item: Item): Promise<void> {
    const own = () => ({ single: this.#source.single(item.id, {}), listed: item });
    for (const next of [...burst.twice.map((pair) => () => pair), own]) {
      const { single, listed } = next();
      // What cannot be read tells nothing.
      const read = await single.catch(() => undefined);
      if (read === undefined) continue;
      this.#trusted = isDeepStrictEqual(this.#source.lasting(read), this.#source.lasting(listed));
      return;
    }
  }

  #accept(burst: Burst<Item>, items: readonly Item[]): boolean {
    if (items.length > 0 && items.every(({ json }) => json === undefined)) this.#trusted = false;
    if (this.#trusted === undefined) {
      for (const listed of items) {
        const single = burst.singles.get(listed.id);
        if (single !== undefined && listed.json !== undefined) burst.twice.push({ single, listed });
      }
    }
    return this.#trusted !== false;
  }

  #single(burst: Burst<Item>, id: number, options: ReadOptions): Promise<Item> {
    const single = this.#source.single(id, options);
    // A few are enough to compare with.
    if (this.#trusted === undefined && burst.singles.size < few) burst.singles.set(id, single);
    return single;
  }
}

/** What comes first: the end of the wait, or the signal's reason. */
async function orAborted<T>(wait: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return wait;
  let onAbort = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => {
      resolve(undefined);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    const result = await Promise.race([wait, aborted]);
    return signal.aborted ? throwReason(signal) : (result as T);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
