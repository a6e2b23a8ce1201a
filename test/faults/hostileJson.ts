import * as fc from "fast-check";

const escape = "\u001b";

/** Texts that would act on a terminal, hide or turn words, or end a line. */
const nastyTexts = [
  `${escape}[2J${escape}[31mred${escape}[0m`,
  `${escape}]0;title\u0007`,
  `${escape}]8;;https://example.com${escape}\\link${escape}]8;;${escape}\\`,
  `${escape}]52;c;cm0gLXJm\u0007`,
  `${escape}P1$r${escape}\\`,
  `${escape}c`,
  "\u009b31m",
  "\u202egnp.exe\u202c",
  "\u2066isolated\u2069",
  "zero\u200bwidth\u200d\ufeff",
  "nul\u0000byte",
  "back\b\b\bspace",
  "line\r\nbreak\u2028and\u2029more",
  "bell\u0007",
  "half \ud800 pair",
  "<{%reset%}>",
  "<{%nope%}>",
  "<\u0007{\u200b%fg 1%}>",
  `<{${escape}[0m%`,
  "<{\r%",
];

/** Any text, and often one that would do harm where it is printed. */
export const hostileText = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.tuple(fc.constantFrom(...nastyTexts), fc.string({ unit: "binary" })).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const hostileKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "", "a.b", "[0]"),
  fc.constantFrom(
    "id",
    "name",
    "json",
    "data",
    "error",
    "errors",
    "message",
    "last_page",
    "publishing_status",
  ),
  hostileText,
);

const hostileNumber = fc.constantFrom(
  "1e400",
  "-1e400",
  "1e308",
  "-0",
  "0.1",
  "9007199254740993",
  "5e-324",
  "1",
);

/** JSON text of any shape, with numbers and keys that only a text can hold. */
export const hostileJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    hostileText.map((text) => JSON.stringify(text)),
    hostileNumber,
    fc.constantFrom("null", "true", "false", "[]", "{}"),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(hostileKey, tie("value")), { maxLength: 6 })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`),
  ),
})).value;

/** What in a message is neither visible nor a line break, or a color directive of Pulumi's. */
export function unplain(message: string): string[] {
  return message.match(/<\{%|(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu) ?? [];
}

/** Whether what every object inherits is what it was. */
export function isUnpolluted(): boolean {
  return Object.keys(Object.prototype).length === 0 && Object.keys(Array.prototype).length === 0;
}
