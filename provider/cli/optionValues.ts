import { z } from "zod";

// The forms of values that several options have.

/** An id of the service. */
export const idValue = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be an id, a whole number such as 12")
  .transform(Number);

/** A text that says something. */
export const textValue = z.string().min(1, "must not be empty");

/** Seconds, from 1 to 9999. */
export const secondsValue = z
  .string()
  .regex(/^\d+$/, "must be a whole number of seconds")
  .transform(Number)
  .pipe(z.number().min(1, "must be at least 1 second").max(9999, "must be at most 9999 seconds"));

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
