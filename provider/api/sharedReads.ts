import { isDeepStrictEqual } from "node:util";
import type { CallOptions } from "./client";
import { type Clock, throwReason } from "./clock";
import type { JsonObject } from "./json";
import { isLastPage, mayRefuseSize, type Page, pageSize } from "./pagination";

/** Up to this many operations at a time read their records singly ... */
const fewReads = 3;
/** ... until lists have answered this many: then more will come, and a page costs no more than a record. */
const manyAnswered = 20;
/** Milliseconds between two operations of one refresh, at most: the engine may need a while on a busy machine. */
const longestGap = 500;
/** Milliseconds after which a page is too old to stand for what the service has. */
const longestAge = 10_000;
/** Items of a page once the list is known to be worth reading. */
const wideSize = 1000;
/** So many items of a list cost as much as one request. */
const itemsPerRequest = 100;
/** A list may cost this much more than the reads that were asked for would cost one by one. */
const advance = 8;
/** Longer lists would take too much memory. */
const mostItems = 20_000;

/** What is known of a record before it is read. */
export interface ReadOptions extends CallOptions {
  /** The client that owned the record when it was last seen; its list is shorter than that of all. */
  clientId?: number | undefined;
}

/** Reads one record, as the service has it now or had it at some time since the refresh began. */
export type ReadRecord<Item> = (id: number, options?: ReadOptions) => Promise<Item>;

/** Reads of one kind of record, for operations that come in great numbers, as in a refresh. */
export interface ReadsTogether<Item> {
  /**
   * Runs one operation. If several run at the same time, a list may answer what they read; an operation that runs alone sends a
   * request for each read. A record that is in no list is always asked for.
   */
  during<T>(operation: (read: ReadRecord<Item>) => Promise<T>): Promise<T>;
}

/** A record that a list may carry as a whole. */
export interface Listed {
  id: number;
  json: JsonObject | undefined;
}

/** Where records come from. */
export interface RecordSource<Item extends Listed> {
  /** Asks for one record. */
  single(id: number, options: CallOptions): Promise<Item>;
  /** One page of all records, or of those of one client. Not sent again after a failure: single reads are as good. */
  page(clientId: number | undefined, size: number, page: number): Promise<Page<Item>>;
  /** The part of a record that a list and a single read have to agree on if nobody changed it. */
  lasting(item: Item): unknown;
}

/** What one refresh has read so far: operations that overlap, or follow each other closely. */
class Round<Item extends Listed> {
  /** By client; `undefined` is the list of all. */
  readonly lists = new Map<number | undefined, SharedList<Item>>();
  /** The owners of the records that were asked for; an unknown owner counts as another client. */
  readonly clients = new Set<number | undefined>();
  /** Records that a list has answered. Each is answered once: a second read is another question. */
  readonly answered = new Set<number>();
  /** The first single reads, to compare lists with. */
  readonly singles = new Map<number, Promise<Item>>();
}

/** Answers many reads at the same time from lists, and reads singly what these do not have. */
export class SharedReads<Item extends Listed> implements ReadsTogether<Item> {
  readonly #source: RecordSource<Item>;
  readonly #clock: Clock;
  #round = new Round<Item>();
  #underWay = 0;
  #lastEndedAt = -Infinity;
  /** Whether lists show the same as single reads; `undefined` until one was compared. */
  #trusted: boolean | undefined;
  #comparison: Promise<void> | undefined;

  constructor(source: RecordSource<Item>, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  async during<T>(operation: (read: ReadRecord<Item>) => Promise<T>): Promise<T> {
    const idle = this.#underWay === 0 && this.#clock.now() - this.#lastEndedAt > longestGap;
    if (idle) this.#round = new Round();
    const round = this.#round;
    this.#underWay += 1;
    try {
      return await operation((id, options = {}) => this.#read(round, id, options));
    } finally {
      this.#underWay -= 1;
      this.#lastEndedAt = this.#clock.now();
    }
  }

  /** Something was written: what lists have shown does not count any more. */
  forget(): void {
    for (const list of this.#round.lists.values()) list.close();
  }

  async #read(round: Round<Item>, id: number, options: ReadOptions): Promise<Item> {
    const { signal, clientId } = options;
    signal?.throwIfAborted();
    const listed = await orAborted(this.#fromLists(round, id, clientId), signal);
    if (listed !== undefined) {
      round.answered.add(id);
      return listed;
    }
    const single = this.#source.single(id, options);
    if (this.#trusted === undefined && round.singles.size < fewReads) round.singles.set(id, single);
    return single;
  }

  async #fromLists(round: Round<Item>, id: number, clientId: number | undefined): Promise<Item | undefined> {
    round.clients.add(clientId);
    // Decided before the first wait, in which other reads come.
    const alone = this.#underWay <= fewReads && round.answered.size < manyAnswered;
    // The list of the client is the shorter one; if the records are of several clients, that of all answers most.
    const scopes = round.clients.size === 1 ? [clientId, undefined] : [undefined, clientId];
    for (const scope of new Set(scopes)) {
      if (this.#trusted === false || round.answered.has(id)) return undefined;
      const list = this.#list(round, scope);
      list.asked += 1;
      // Reads that come together with this one count before the list is judged to be worth a request.
      await Promise.resolve();
      do {
        const item = list.take(id);
        if (item !== undefined) return (await this.#agrees(round, list, item)) ? item : undefined;
      } while (!alone && (await list.readOn()));
      // What is not in the list of all is in no other.
      if (scope === undefined && list.ended) return undefined;
    }
    return undefined;
  }

  #list(round: Round<Item>, clientId: number | undefined): SharedList<Item> {
    const known = round.lists.get(clientId);
    if (known !== undefined) return known;
    const readPage = async (size: number, number: number) => {
      const page = await this.#source.page(clientId, size, number);
      const isBare = page.items.length > 0 && page.items.every(({ json }) => json === undefined);
      if (isBare) this.#trusted = false;
      return this.#trusted === false ? undefined : page;
    };
    const list = new SharedList<Item>(readPage, this.#clock);
    round.lists.set(clientId, list);
    return list;
  }

  /** Whether lists can be trusted: one of them has shown of a record what a single read shows. */
  async #agrees(round: Round<Item>, list: SharedList<Item>, item: Item): Promise<boolean> {
    if (this.#trusted === undefined) {
      this.#comparison ??= this.#compare(round, list, item).finally(() => (this.#comparison = undefined));
      await this.#comparison;
    }
    return this.#trusted === true;
  }

  async #compare(round: Round<Item>, list: SharedList<Item>, item: Item): Promise<void> {
    const pairs = [...round.singles].map(([id, single]) => ({ listed: list.peek(id), single: () => single }));
    pairs.push({ listed: item, single: () => this.#source.single(item.id, {}) });
    for (const { listed, single } of pairs) {
      // What cannot be read proves nothing.
      const read = listed && (await single().catch(() => undefined));
      if (listed === undefined || read === undefined) continue;
      this.#trusted = isDeepStrictEqual(this.#source.lasting(read), this.#source.lasting(listed));
      return;
    }
  }
}

/**
 * A list that is read page by page while somebody waits for a record in it, and that never costs much more than the reads that
 * were asked for would cost one by one. A record that is not found proves nothing: lists move while they are read.
 */
class SharedList<Item extends Listed> {
  readonly #readPage: (size: number, page: number) => Promise<Page<Item> | undefined>;
  readonly #clock: Clock;
  readonly #held = new Map<number, { item: Item; askedAt: number }>();
  readonly #seen = new Set<number>();
  /** Reads that this list may answer. */
  asked = 0;
  #spent = 0;
  /** The page to read next. `perPage` is how many items the service puts on one. */
  #next = { page: 1, size: pageSize, perPage: pageSize };
  #widest = wideSize;
  #total: number | undefined;
  #state: "reading" | "ended" | "closed" = "reading";
  #underWay: Promise<void> | undefined;

  /** @param readPage `undefined` for a page that is not to be used */
  constructor(readPage: (size: number, page: number) => Promise<Page<Item> | undefined>, clock: Clock) {
    this.#readPage = readPage;
    this.#clock = clock;
  }

  /** Whether the list was read to its end. */
  get ended(): boolean {
    return this.#state === "ended";
  }

  peek(id: number): Item | undefined {
    return this.#held.get(id)?.item;
  }

  /** Takes a record out: each answers one read. */
  take(id: number): Item | undefined {
    const found = this.#held.get(id);
    this.#held.delete(id);
    if (found === undefined || this.#clock.now() - found.askedAt <= longestAge) return found?.item;
    this.#held.clear();
    this.#seen.clear();
    if (this.#state === "ended") this.#state = "reading";
    this.#next = { page: 1, size: pageSize, perPage: pageSize };
    return undefined;
  }

  /** Reads the next page; false if that is not possible or not worth it. Several callers at a time read one page together. */
  async readOn(): Promise<boolean> {
    if (this.#underWay === undefined) {
      if (this.#state !== "reading" || !this.#isWorthIt()) return false;
      this.#underWay = this.#readNext().finally(() => (this.#underWay = undefined));
    }
    await this.#underWay;
    return true;
  }

  /** Forgets everything, for good. */
  close(): void {
    this.#state = "closed";
    this.#held.clear();
  }

  #isWorthIt(): boolean {
    const { page, size, perPage } = this.#next;
    if (page === 1 && size === pageSize) return this.asked > fewReads;
    const left = this.#total === undefined ? perPage : Math.max(0, this.#total - (page - 1) * perPage);
    const cost = Math.ceil(left / perPage) + left / itemsPerRequest;
    return (this.#total ?? this.#seen.size) <= mostItems && this.#spent + cost <= this.asked + advance;
  }

  async #readNext(): Promise<void> {
    const askedAt = this.#clock.now();
    const { page: number, size } = this.#next;
    let page: Page<Item> | undefined;
    try {
      page = await this.#readPage(size, number);
    } catch (error) {
      if (!mayRefuseSize(error) || size === pageSize) {
        this.close();
        return;
      }
      // The first page of the smaller size is read already.
      this.#widest = pageSize;
      this.#next = { page: 2, size: pageSize, perPage: pageSize };
      return;
    }
    if (page === undefined || this.#state === "closed") {
      this.close();
      return;
    }
    const { items, total } = page;
    this.#spent += 1 + items.length / itemsPerRequest;
    this.#total = total;
    const before = this.#seen.size;
    for (const item of items) {
      this.#seen.add(item.id);
      if (item.json !== undefined) this.#held.set(item.id, { item, askedAt });
    }
    const isStale = this.#seen.size === before && number > 1;
    if (isLastPage(page, number) || items.length === 0 || isStale) this.#state = "ended";
    // A full page may mean that the service sends more at once.
    else if (size < this.#widest && items.length === size)
      this.#next = { page: 1, size: this.#widest, perPage: this.#widest };
    else this.#next = { page: number + 1, size, perPage: items.length };
  }
}

/** Waits, but not longer than the signal allows. */
async function orAborted<T>(wait: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return wait;
  let onAbort = () => {};
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve;
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([wait, aborted.then(() => throwReason(signal))]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
