import type { Clock } from "../clock";
import { isLastPage, mayRefuseSize, pageSize, type Page } from "../pages";
import type { Listed } from "./recordSource";

/** Items of a page once it is known that the list is worth walking. */
const wideSize = 1000;
/** How many items of a list cost as much as a request. */
const itemsPerRequest = 100;
/** What a walk may cost before that many reads were asked for. */
const advance = 8;
/** With fewer reads no list is asked for. */
const few = 3;
/** Longer lists would take too much memory. */
const mostItems = 20_000;
/** Milliseconds after which a page is too old to be taken for what the service has. */
const longestAge = 10_000;

/** What a walk does with the items of a page. */
export interface WalkParts<Item> {
  clock: Clock;
  readPage: (size: number, page: number) => Promise<Page<Item>>;
  /** Looks at a page before anything of it is used; false where its items are not to be used. */
  accept: (items: readonly Item[]) => boolean;
}

/**
 * Walks one list while somebody waits for a record in it, and never spends much more on it than the reads that were
 * asked for would cost one by one. What is not found is no sign of anything: lists move while they are walked.
 */
export class ListWalk<Item extends Listed> {
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
    if (this.#next === 1 && this.#size === pageSize) return this.#asked > few;
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
