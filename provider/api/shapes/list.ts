import { z } from "zod";
import type { Page } from "../pages";
import { optionalCount } from "./fields";

/** A page of a list: the envelope of the reference, or the bare array of the machine description. */
export function list<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  const bare = z.array(item).transform((items): Page<T> => {
    return { items, currentPage: undefined, lastPage: undefined, total: undefined };
  });
  const envelope = z
    .object({
      data: z.array(item, { error: "expected an array of items" }),
      current_page: optionalCount,
      last_page: optionalCount,
      total: optionalCount,
    })
    .transform((wire): Page<T> => {
      return {
        items: wire.data,
        currentPage: wire.current_page,
        lastPage: wire.last_page,
        total: wire.total,
      };
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
