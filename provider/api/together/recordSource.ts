import type { JsonObject } from "../json";
import type { Page } from "../pages";
import type { CallOptions } from "../hostConfigApi";

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
