import type { z } from "zod";
import { acceptAnswer, readAs } from "./answers";
import type { ApiRequest, CallOptions, ServiceClient } from "./client";
import { InvalidResponseError } from "./errors";
import { largestList, mayRefuseSize, type Page, pageOf, pageSize, readAllPages } from "./pagination";
import type { Repeatability } from "./retry";
import { type Listed, SharedReads, type RecordSource } from "./sharedReads";

/** Filter of a list. */
export interface ListFilter {
  /** Partial match; its target depends on the list: the name, and for clients also email, company or id. */
  search?: string | undefined;
}

/** One page of a list, as it is asked for. */
interface PageRequest {
  /** `undefined` leaves it to the service: 15. */
  size: number | undefined;
  page: number;
  search?: string | undefined;
  repeatability: Repeatability;
  /** Gets the size of each answer in bytes. */
  onBytes?: (bytes: number) => void;
}

/** The kinds of call that the endpoints are made of: a record, a list, a write, and reads that share a list. */
export class Calls {
  readonly #client: ServiceClient;
  readonly #sharedReads: { forget(): void }[] = [];
  /** The size of the pages that lists ask for, until the service refuses it. */
  #listSize: number | undefined = pageSize;

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  /**
   * Reads one record.
   *
   * @param subject what a 404 says is missing, such as `host 12`
   * @param absent the result of a 404 that is no error
   */
  get<T>(
    path: string,
    subject: string,
    shape: z.ZodType<T>,
    options?: CallOptions,
    absent?: () => T,
  ): Promise<T> {
    const read = readAs(shape);
    return this.#client.send({ method: "GET", path, subject, repeatability: "read", read, absent }, options);
  }

  /** Reads every page of a list. */
  async list<T extends { id: number }>(
    path: string,
    subject: string,
    item: z.ZodType<T>,
    { search }: ListFilter = {},
    options?: CallOptions,
  ): Promise<T[]> {
    const endless = (reason: string) =>
      new InvalidResponseError({
        endpoint: `GET ${path}`,
        address: this.#client.baseUrl,
        status: 200,
        mayHaveHappened: false,
        transient: false,
        reason,
      });
    let received = 0;
    const onBytes = (bytes: number) => {
      received += bytes;
      if (received > largestList) throw endless("the list is larger than 512 MB, which is not read");
    };
    // All pages of one walk have the same size.
    let size = this.#listSize;
    const readPage = (page: number) =>
      this.#page(path, subject, item, { size, page, search, repeatability: "read", onBytes }, options);
    return readAllPages(async (page) => {
      if (page > 1) return readPage(page);
      received = 0;
      try {
        return await readPage(page);
      } catch (error) {
        if (size === undefined || !mayRefuseSize(error)) throw error;
        size = undefined;
        const first = await readPage(page);
        this.#listSize = undefined;
        return first;
      }
    }, endless);
  }

  /** Saves a configuration. Another try saves the same again, so that it does no harm. */
  save(
    path: string,
    subject: string,
    content: Pick<ApiRequest<void>, "body" | "secrets">,
    options?: CallOptions,
  ): Promise<void> {
    const read = acceptAnswer;
    return this.write({ method: "POST", path, subject, repeatability: "save", read, ...content }, options);
  }

  /** Sends a request that changes something. */
  async write<T>(request: ApiRequest<T>, options?: CallOptions): Promise<T> {
    // What lists said before a write, or during it, may no longer be true.
    const forget = () => {
      for (const reads of this.#sharedReads) reads.forget();
    };
    forget();
    try {
      return await this.#client.send(request, options);
    } finally {
      forget();
    }
  }

  /** Reads of one kind of record that a list may answer, if there are many at the same time. */
  sharedReads<T extends Listed>(
    kind: "host" | "group",
    shape: z.ZodType<T>,
    lasting: RecordSource<T>["lasting"],
  ): SharedReads<T> {
    const source: RecordSource<T> = {
      single: (id, options) => this.get(`/api/v1/${kind}s/${id}`, `${kind} ${id}`, shape, options),
      page: (clientId, size, page) => {
        const path = clientId === undefined ? `/api/v1/${kind}s` : `/api/v1/clients/${clientId}/${kind}s`;
        return this.#page(path, `list of ${kind}s`, shape, { size, page, repeatability: "once" });
      },
      lasting,
    };
    const reads = new SharedReads<T>(source, this.#client.clock);
    this.#sharedReads.push(reads);
    return reads;
  }

  #page<T>(
    path: string,
    subject: string,
    item: z.ZodType<T>,
    { size, page, search = "", repeatability, onBytes }: PageRequest,
    options?: CallOptions,
  ): Promise<Page<T>> {
    const query = new URLSearchParams(size === undefined ? {} : { size: String(size) });
    query.set("page", String(page));
    if (search !== "") query.set("search", search);
    const readPage = readAs(pageOf(item));
    const read: typeof readPage = (answer, context) => {
      onBytes?.(answer.body.length);
      return readPage(answer, context);
    };
    return this.#client.send({ method: "GET", path, query, subject, repeatability, read }, options);
  }
}
