import { z } from "zod";
import { BadRequestError, ValidationError } from "./errors";
import { id } from "./schemas";

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** `undefined` for a bare array, and for an envelope that leaves the member out. */
  currentPage: number | undefined;
  lastPage: number | undefined;
  total: number | undefined;
}

/** A count of an envelope, as a number or in digits; anything else counts as absent. */
const count = id.optional().catch(undefined);

/** A page of a list: the envelope of the reference, or the bare array of the machine description. */
export function pageOf<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  const bare = z.array(item).transform((items): Page<T> => {
    return { items, currentPage: undefined, lastPage: undefined, total: undefined };
  });
  const data = z.array(item, { error: "expected an array of items" });
  const envelope = z
    .object({ data, current_page: count, last_page: count, total: count })
    .transform((wire): Page<T> => {
      const { current_page: currentPage, last_page: lastPage, total } = wire;
      return { items: wire.data, currentPage, lastPage, total };
    });
  // Not a union: its error would name the fields of both.
  return z.unknown().transform((value, context) => {
    const parsed = (Array.isArray(value) ? bare : envelope).safeParse(value);
    if (parsed.success) return parsed.data;
    // A list may have a million of them, and the first ones are all that anybody reads.
    const first = parsed.error.issues.slice(0, 10);
    context.issues.push(...first.map((issue) => ({ ...issue, input: undefined })));
    return z.NEVER;
  });
}

/** Items that are asked for in one page. The service may send fewer. */
export const pageSize = 100;

/** Whether an error may mean that the service refuses the size of the page: the largest one is not documented. */
export function mayRefuseSize(error: unknown): boolean {
  return error instanceof BadRequestError || error instanceof ValidationError;
}

/** Lists of which the pages together have more bytes are not read: 512 MB. */
export const largestList = 512 * 1024 * 1024;

/** A list that is longer never ends. */
const mostPages = 10_000;
/** Pages in a row without anything new: the list has grown at its front meanwhile, or the service ignores the page. */
const mostStalePages = 3;
/** Walks of a list out of which items fell meanwhile. */
const mostWalks = 3;

/**
 * Walks a list to its end and gives each item once, in the order of the service.
 *
 * The end is the last page that an envelope names, an empty page, or the third in a row that brings nothing new: a bare
 * array says nothing about the end, and a page may be short because the service caps its size. An item that is removed while the
 * list is walked moves the later ones forward, one of them onto a page that was read already; so where the total
 * falls, the list is walked again.
 *
 * @param endless makes the error for a list that goes on for ever, of what is wrong with it
 */
export async function readAllPages<T extends { id: number }>(
  readPage: (page: number) => Promise<Page<T>>,
  endless: (reason: string) => Error = (reason) => new Error(reason),
): Promise<T[]> {
  const seen = new Map<number, T>();
  for (let walk = 1; walk <= mostWalks; walk += 1) {
    const { items, shrank } = await walkOnce(readPage, endless);
    if (!shrank) return [...items.values()];
    for (const [id, item] of items) seen.set(id, item);
  }
  // Never still for long enough: what any of the walks saw.
  return [...seen.values()];
}

async function walkOnce<T extends { id: number }>(
  readPage: (page: number) => Promise<Page<T>>,
  endless: (reason: string) => Error,
): Promise<{ items: Map<number, T>; shrank: boolean }> {
  const items = new Map<number, T>();
  let shrank = false;
  let highestTotal = 0;
  let stalePages = 0;
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await readPage(number);
    const before = items.size;
    for (const item of page.items) {
      if (!items.has(item.id)) items.set(item.id, item);
    }
    if (page.total !== undefined) {
      highestTotal = Math.max(highestTotal, page.total);
      shrank ||= page.total < highestTotal;
    }
    const last = isLastPage(page, number);
    stalePages = items.size === before ? stalePages + 1 : 0;
    if (last || page.items.length === 0 || stalePages === mostStalePages) return { items, shrank };
  }
  throw endless(`the list goes on after ${mostPages} pages`);
}

/** Whether a page says that it is the last one; a bare array never does. */
export function isLastPage(page: Page<unknown>, number: number): boolean {
  return page.lastPage !== undefined && (page.currentPage ?? number) >= page.lastPage;
}
