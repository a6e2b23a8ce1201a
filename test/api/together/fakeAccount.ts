import { NotFoundError } from "../../../provider/api/errors";
import type { JsonObject } from "../../../provider/api/json";
import type { Page } from "../../../provider/api/pagination";
import type { RecordSource } from "../../../provider/api/sharedReads";

export interface Item {
  id: number;
  json: JsonObject | undefined;
}

/** How an account's lists behave. */
export interface ListManners {
  /** The most items on a page; the service cuts what is more. */
  cap: number;
  shape: "envelope" | "bare";
  /** Which records lists leave out. */
  hides: (id: number) => boolean;
  withJson: boolean;
  /** Which records lists show without their configuration, where they show those of others. */
  shortens: (id: number) => boolean;
  /** A list that tells something else than the record itself. */
  lies: boolean;
}

const plain: ListManners = {
  cap: Infinity,
  shape: "envelope",
  hides: () => false,
  withJson: true,
  shortens: () => false,
  lies: false,
};

/** Records that change, and everything that was asked of them. Each answer takes a turn of the event loop. */
export class FakeAccount implements RecordSource<Item> {
  /** The version of each record; its `json` tells it. */
  readonly versions = new Map<number, number>();
  /** `12` for a single read, `page 2 of 100` for a list, `page 1 of 100 for client 7` for a client's. */
  readonly asked: string[] = [];
  readonly #manners: ListManners;
  /** What the list of a client leaves out beside what every list does. */
  clientHides: (id: number) => boolean = () => false;
  /** Called before a page is answered. */
  beforePage: () => void = () => undefined;
  pageFails: ((size: number) => Error | undefined) | undefined;

  constructor(count: number, manners: Partial<ListManners> = {}) {
    this.#manners = { ...plain, ...manners };
    for (let id = 1; id <= count; id += 1) this.versions.set(id, 0);
  }

  /** Somebody changes a record. */
  edit(id: number): void {
    this.versions.set(id, (this.versions.get(id) ?? 0) + 1);
  }

  get singles(): number {
    return this.asked.filter((request) => !request.startsWith("page")).length;
  }

  get pages(): number {
    return this.asked.length - this.singles;
  }

  async single(id: number): Promise<Item> {
    this.asked.push(String(id));
    await turn();
    const version = this.versions.get(id);
    if (version === undefined) {
      throw new NotFoundError({ endpoint: `GET ${id}`, address: "here", subject: String(id) });
    }
    return { id, json: { version } };
  }

  async page(clientId: number | undefined, size: number, page: number): Promise<Page<Item>> {
    this.asked.push(`page ${page} of ${size}${clientId === undefined ? "" : ` for client ${clientId}`}`);
    await turn();
    const failure = this.pageFails?.(size);
    if (failure !== undefined) throw failure;
    this.beforePage();
    const { cap, shape, hides, withJson, shortens, lies } = this.#manners;
    const perPage = Math.min(size, cap);
    const shown = [...this.versions].filter(
      ([id]) => !hides(id) && (clientId === undefined || !this.clientHides(id)),
    );
    const items = shown.slice((page - 1) * perPage, page * perPage).map(([id, version]) => {
      const carried = withJson && !shortens(id);
      return { id, json: carried ? { version: lies ? -1 : version } : undefined };
    });
    if (shape === "bare") return { items, currentPage: undefined, lastPage: undefined, total: undefined };
    const lastPage = Math.max(1, Math.ceil(shown.length / perPage));
    return { items, currentPage: page, lastPage, total: shown.length };
  }

  lasting(item: Item): unknown {
    return item;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
