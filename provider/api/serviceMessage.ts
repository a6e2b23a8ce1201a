import type { FieldError } from "./errors";
import { safeText, withoutFormatting } from "./safeText";

const longestMessage = 300;
const longestFieldMessage = 200;
/** Deeper answers are somebody's joke. */
const deepest = 6;

/** What an answer's body says about a failure. */
interface ServiceWords {
  /** One line of at most 300 characters; `undefined` where the body says nothing. */
  message: string | undefined;
  /** What is wrong with single fields, in whatever form it came. */
  fieldErrors: FieldError[];
}

/**
 * Finds the words in a failed answer's body: `{error}`, `{message}`, `{error: {message}}`,
 * `{message, errors: {field: [text]}}`, problem details, plain text, or the title of an HTML page. Never throws.
 *
 * @param redact takes secrets out of a text
 */
export function readServiceWords(body: string, redact: (text: string) => string): ServiceWords {
  // Before and after: a secret may span lines, and may be coloured in between.
  const clean = (text: string, longest: number) => cut(redact(oneLine(redact(text))), longest);
  const text = body.trim();
  if (text.startsWith("<")) return { message: clean(htmlHint(text), longestMessage), fieldErrors: [] };
  const value = parse(text);
  if (value === undefined) return { message: clean(text, longestMessage), fieldErrors: [] };

  const fieldErrors = fieldErrorsOf(value).flatMap(({ field, message }) => {
    const cleaned = clean(message, longestFieldMessage);
    return cleaned === undefined ? [] : [{ field: clean(field, 100) ?? "", message: cleaned }];
  });
  const said = messageOf(value, 0) ?? (fieldErrors.length > 0 ? undefined : compact(value));
  return { message: said === undefined ? undefined : clean(said, longestMessage), fieldErrors };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const messageKeys = ["error", "message", "error_description", "detail", "title", "reason", "msg", "code"];

function messageOf(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (depth > deepest || !isRecord(value)) return undefined;
  const found = messageKeys.map((key) => messageOf(own(value, key), depth + 1)).filter(isDefined);
  // A short code beside a sentence, as in {error: "Forbidden", message: "The host is not yours."}.
  return found.length === 0 ? undefined : [...new Set(found.slice(0, 2))].join(": ");
}

/** Members under which services keep field errors, in the order of trust. */
const fieldErrorKeys = ["errors", "error", "violations", "details", "detail", "fields", "message", "data"];

function fieldErrorsOf(value: unknown): FieldError[] {
  if (Array.isArray(value)) return collect(value, [], 0);
  if (!isRecord(value)) return [];
  for (const key of fieldErrorKeys) {
    const member = own(value, key);
    if (typeof member !== "object" || member === null) continue;
    const inner = isRecord(member) && isObject(own(member, "errors")) ? own(member, "errors") : member;
    const found = collect(inner, [], 0);
    if (found.length > 0) return found;
  }
  // {name: ["is taken"]}: the fields themselves are the members.
  return Object.entries(value).flatMap(([key, member]) =>
    isObject(member) && !fieldErrorKeys.includes(key) ? collect(member, [key], 0) : [],
  );
}

const fieldNameKeys = [
  "field",
  "path",
  "property",
  "propertyPath",
  "attribute",
  "param",
  "name",
  "loc",
  "pointer",
];

function collect(value: unknown, path: string[], depth: number): FieldError[] {
  if (depth > deepest) return [];
  if (typeof value === "string")
    return value.trim() === "" ? [] : [{ field: path.join("."), message: value }];
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, path, depth + 1));
  if (!isRecord(value)) return [];
  const field = fieldNameKeys.map((key) => fieldName(own(value, key))).find(isDefined);
  const message = messageOf(value, 0);
  if (message !== undefined && (field !== undefined || path.length > 0)) {
    return [{ field: [...path, ...(field === undefined ? [] : [field])].join("."), message }];
  }
  return Object.entries(value).flatMap(([key, member]) =>
    // {error: {message: "…", code: 7}} is a message and no field errors.
    messageKeys.includes(key) && path.length === 0 && typeof member === "string"
      ? []
      : collect(member, [...path, key], depth + 1),
  );
}

function fieldName(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (!Array.isArray(value)) return undefined;
  const parts = value.filter((part) => typeof part === "string" || typeof part === "number");
  return parts.length === 0 ? undefined : parts.join(".");
}

function compact(value: unknown): string | undefined {
  if (value === null || value === true || value === false) return undefined;
  if (typeof value === "object" && Object.keys(value).length === 0) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function htmlHint(html: string): string {
  // The expressions take time by the square of the length.
  const start = html.slice(0, 5000);
  const title = /<title[^>]*>([^<]*)/i.exec(start) ?? /<h1[^>]*>([^<]*)/i.exec(start);
  const words = title?.[1]?.trim() ?? "";
  return words === "" ? "an HTML page" : `HTML page "${words}"`;
}

function oneLine(text: string): string {
  // More than is shown in the end, and little enough for every expression here.
  return safeText(
    withoutFormatting(text.slice(0, 20 * longestMessage))
      .replace(/\s+/gu, " ")
      .trim(),
  );
}

function cut(line: string, longest: number): string | undefined {
  if (line === "") return undefined;
  // By code points, so that no half of a surrogate pair stays.
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

/** A member of the answer's own, never one that every object has. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}
