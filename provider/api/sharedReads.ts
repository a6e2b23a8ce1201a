import { isDeepStrictEqual } from "node:util";
import { type Clock, throwReason } from "./clock";
import type { CallOptions } from "./client";
import type { JsonObject } from "./json";
import { type Page, isLastPage, mayRefuseSize, pageSize } from "./pagination";

/** What a read of one record may know beforehand. */
export interface ReadOptions extends CallOptions {
  /** The client that owned the record when it was last seen; its list is shorter than that of all. */
  clientId?: number | undefined;
}

/** Reads one record, as the service has it now or had it since the earliest read that is still under way began. */
export type ReadRecord<Item> = (id: number, options?: ReadOptions) => Promise<Item>;

/** Reads of records of one kind by operations that may come in great numbers, as a refresh does. */
export interface ReadsTogether<Item> {
  /**
   * Runs one operation. Where several are under way at the same time, what they read may come from a list that one of
   * them has asked for; alone, every read is a request of its own. A record that is in no list is always asked for.
   */
  during<T>(operation: (read: ReadRecord<Item>) => Promise<T>): Promise<T>;
}

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

/** A record that a list may carry as a whole. */
export interface Listed {
  id: number;
  json: JsonObject | undefined;
}

/** Where records come from. */
export interface RecordSource<Item extends Listed> {
  /** Asks for one record. */
  single(id: number, options: CallOptions): Promise<Item>;
  /** One page of all records, or of those of one client. Not tried again: single reads are as good. */
  page(clientId: number | undefined, size: number, page: number): Promise<Page<Item>>;
  /** What a list and a single read of a record that nobody changed have to agree on. */
  lasting(item: Item): unknown;
}

/** Items of a page once it is known that the list is worth walking. */
const wideSize = 1000;
/** How many items of a list cost as much as a request. */
const itemsPerRequest = 100;
/** What a walk may cost before that many reads were asked for. */
const advance = 8;
/** With fewer reads no list is asked for. */
const fewRecords = 3;
/** Longer lists would take too much memory. */
const mostItems = 20_000;
/** Milliseconds after which a page is too old to be taken for what the service has. */
const longestAge = 10_000;

/** What a walk does with the items of a page. */
interface WalkParts<Item> {
  clock: Clock;
  readPage: (size: number, page: number) => Promise<Page<Item>>;
  /** Looks at a page before anything of it is used; false where its items are not to be used. */
  accept: (items: readonly Item[]) => boolean;
}

/**
 * Walks one list while somebody waits for a record in it, and never spends much more on it than the reads that were
 * asked for would cost one by one. What is not found is no sign of anything: lists move while they are walked.
 */
class ListWalk<Item extends Listed> {
  readonly #parts: WalkParts<Item>;
  readonly #held = new Map<number, { item: Item; askedAt: number }>();
  readonly #seen = new Set<number>();
  #asked = 0;
  #spent = 0;
  #size = pageSize;
  #widest = wideSize;
  #next = 1;
  #total: number | undefined;
  #perPage = pageSize;
  #state: "walking" | "ended" | "failed" = "walking";
  #underWay: Promise<void> | undefined;

  constructor(parts: WalkParts<Item>) {
    this.#parts = parts;
  }

  /** Whether the list was walked to its end. */
  get ended(): boolean {
    return this.#state === "ended";
  }

  /** A read was asked for that this list may answer. */
  expect(): void {
    this.#asked += 1;
  }

  /** Takes a record out: each answers one read. */
  take(id: number): Item | undefined {
    const found = this.#held.get(id);
    this.#held.delete(id);
    if (found === undefined) return undefined;
    if (this.#parts.clock.now() - found.askedAt <= longestAge) return found.item;
    this.#beginAnew();
    return undefined;
  }

  /** Reads on; false where that is not possible or not worth it. Several at a time read one page together. */
  async advance(): Promise<boolean> {
    if (this.#underWay === undefined) {
      if (this.#state !== "walking" || !this.#isWorthIt()) return false;
      this.#underWay = this.#readPage().finally(() => {
        this.#underWay = undefined;
      });
    }
    await this.#underWay;
    return true;
  }

  /** Forgets everything, for good. */
  stop(): void {
    this.#state = "failed";
    this.#held.clear();
  }

  #isWorthIt(): boolean {
    if (this.#next === 1 && this.#size === pageSize) return this.#asked > fewRecords;
    const left =
      this.#total === undefined ? this.#perPage : Math.max(0, this.#total - this.#seenOnThisWalk());
    const cost = Math.ceil(left / this.#perPage) + left / itemsPerRequest;
    return (this.#total ?? this.#seen.size) <= mostItems && this.#spent + cost <= this.#asked + advance;
  }

  #seenOnThisWalk(): number {
    return (this.#next - 1) * this.#perPage;
  }

  async #readPage(): Promise<void> {
    const askedAt = this.#parts.clock.now();
    const [size, number] = [this.#size, this.#next];
    let page: Page<Item>;
    try {
      page = await this.#parts.readPage(size, number);
    } catch (error) {
      // The first page of the smaller size is read already.
      if (mayRefuseSize(error) && size > pageSize) {
        this.#widest = pageSize;
        this.#walkOn(pageSize, 2);
      } else this.#state = "failed";
      return;
    }
    if (this.#state === "failed") return;
    this.#spent += 1 + page.items.length / itemsPerRequest;
    const isNews = page.items.some(({ id }) => !this.#seen.has(id));
    if (!this.#parts.accept(page.items)) {
      this.stop();
      return;
    }
    for (const item of page.items) {
      this.#seen.add(item.id);
      if (item.json !== undefined) this.#held.set(item.id, { item, askedAt });
    }
    this.#total = page.total;
    if (isLastPage(page, number) || page.items.length === 0 || (!isNews && number > 1)) this.#state = "ended";
    // A page that is full says that the service would perhaps send more at once.
    else if (size < this.#widest && page.items.length === size) this.#walkOn(this.#widest, 1);
    else this.#walkOn(size, number + 1, page.items.length);
  }

  /** What was read is too old by now. */
  #beginAnew(): void {
    this.#held.clear();
    this.#seen.clear();
    if (this.#state === "ended") this.#state = "walking";
    this.#walkOn(pageSize, 1);
  }

  #walkOn(size: number, next: number, perPage = size): void {
    this.#size = size;
    this.#next = next;
    this.#perPage = perPage;
  }
}
