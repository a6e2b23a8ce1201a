import type { JsonValue } from "../json";
import type { Readings } from "../readings";
import type { Answer, Query } from "./endpoint";
import { invalid } from "./refusal";

interface Listed {
  readonly id: number;
  readonly updatedAt: number;
}

/** One page of a list, as `size` and `page` ask and the readings allow. */
export function pageOf<Item extends Listed>(
  items: Item[],
  nameOf: (item: Item) => string,
  query: Query,
  readings: Readings,
  show: (item: Item) => JsonValue,
): Answer {
  const size = sizeOf(query, readings);
  const page = positive(query["page"], 1);
  const ordered = inOrder(items, nameOf, readings);
  const selected = ordered.slice((page - 1) * size, page * size);
  const data = (readings.order === "unstableInPage" ? shuffled(selected) : selected).map(show);
  if (readings.lists === "array") return { status: 200, body: data };
  const envelope = {
    data,
    current_page: page,
    per_page: size,
    total: items.length,
    last_page: Math.max(1, Math.ceil(items.length / size)),
  };
  return { status: 200, body: envelope };
}

/** A test for the `search` parameter: whether any of the texts contains it, in any case. Without one, all match. */
export function searching(query: Query): (...texts: string[]) => boolean {
  const search = query["search"];
  if (typeof search !== "string" || search === "") return () => true;
  const wanted = search.toLowerCase();
  return (...texts) => texts.some((text) => text.toLowerCase().includes(wanted));
}

function sizeOf(query: Query, { maxPageSize, largerPageSize }: Readings): number {
  const largest = maxPageSize ?? Number.POSITIVE_INFINITY;
  // The default is taken by every service.
  const asked = positive(query["size"], Math.min(15, largest));
  if (asked > largest && largerPageSize === "refused") {
    throw invalid({ size: [`The size field must not be greater than ${largest}.`] });
  }
  return Math.min(asked, largest);
}

function positive(value: string | string[] | undefined, fallback: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : fallback;
}

function inOrder<Item extends Listed>(
  items: Item[],
  nameOf: (item: Item) => string,
  readings: Readings,
): Item[] {
  switch (readings.order) {
    case "id":
    case "unstableInPage":
      return items.sort((a, b) => a.id - b.id);
    case "idDescending":
      return items.sort((a, b) => b.id - a.id);
    case "name":
      return items.sort((a, b) => compare(nameOf(a), nameOf(b)) || a.id - b.id);
    case "updated":
      return items.sort((a, b) => b.updatedAt - a.updatedAt || a.id - b.id);
    case "unstable":
      return shuffled(items);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

let shuffles = 0;

/** Another order at every call, the same ones in every run. */
function shuffled<Item>(items: Item[]): Item[] {
  shuffles += 1;
  const keyed = items.map((item, index) => ({ item, key: ((index + 1) * 7919 * (shuffles + 1)) % 10007 }));
  const order = keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  const turn = items.length === 0 ? 0 : shuffles % items.length;
  return [...order.slice(turn), ...order.slice(0, turn)];
}
