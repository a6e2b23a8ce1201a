import type { JsonObject } from "../json";
import type { Readings } from "../readings";
import type { Answer } from "./endpoint";

/** Field errors of a 422, by field. */
export type FieldErrors = Readonly<Record<string, readonly [string, ...string[]]>>;

/** Thrown by an endpoint that does not do what was asked. */
export class Refusal extends Error {
  readonly status: number;
  /** The body that the reference shows for this refusal at this endpoint. */
  readonly shown: "error" | "empty";
  /** Only of a 422. */
  readonly fields: FieldErrors | null;

  constructor(status: number, message: string, shown: "error" | "empty", fields: FieldErrors | null = null) {
    super(message);
    this.status = status;
    this.shown = shown;
    this.fields = fields;
  }
}

/** A 422 with the reasons by field. */
export function invalid(fields: FieldErrors): Refusal {
  return new Refusal(422, "The given data was invalid.", "empty", fields);
}

/** The body of a refusal under these readings. A 400 always is what the reference shows. */
export function refusalAnswer(refusal: Refusal, readings: Readings): Answer {
  const { status, message, fields } = refusal;
  if (fields !== null) return { status, body: validationBody(message, fields, readings) };
  if (status === 400) return { status, body: { error: message } };
  const form = readings.refusalBody === "asShown" ? refusal.shown : readings.refusalBody;
  switch (form) {
    case "empty":
      return { status };
    case "error":
      return { status, body: { error: message } };
    case "message":
      return { status, body: { message } };
  }
}

function validationBody(message: string, fields: FieldErrors, readings: Readings): JsonObject | undefined {
  const entries = Object.entries(fields);
  switch (readings.validationBody) {
    case "empty":
      return undefined;
    case "error":
      return { error: message };
    case "message":
      return { message };
    case "messageErrors":
      return {
        message,
        errors: Object.fromEntries(entries.map(([field, reasons]) => [field, [...reasons]])),
      };
    case "errorFields":
      return { error: Object.fromEntries(entries.map(([field, reasons]) => [field, reasons[0]])) };
    case "errorList":
      return { errors: entries.map(([field, reasons]) => ({ field, message: reasons[0] })) };
  }
}
