import { z } from "zod";

// The forms of values that several options have.

/** An id of the service. */
export const idValue = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be an id, a whole number such as 12")
  .transform(Number);

/** A text that says something. */
export const textValue = z.string().min(1, "must not be empty");

/** Seconds, one at the least. */
export const secondsValue = z
  .string()
  .regex(/^\d{1,4}$/, "must be a whole number of seconds")
  .transform(Number)
  .refine((seconds) => seconds >= 1, "must be at least 1 second");

/** Several texts with commas between them. */
export const listValue = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  )
  .refine((items) => items.length > 0, "must name at least one");
