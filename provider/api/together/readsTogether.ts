import type { CallOptions } from "../hostConfigApi";

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
