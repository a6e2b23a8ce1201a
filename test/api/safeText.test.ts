import fc from "fast-check";
import { safeJson, safeText, withoutFormatting } from "../../provider/api/safeText";
import { unplain } from "../faults/hostileJson";
import "../fixedSeed";
import { cases } from "../full";

/** Pieces of which texts are made that act on a terminal, or become a directive once they are put together. */
const piece = fc.constantFrom(
  ...["<", "{", "%", "}", ">", "<{", "<{%", "%}>", "reset", "fg 1", "\u001b", "[31m", "]0;", "\u0007"],
  ...["\u009b", "\u202e", "\u2066", "\u200b", "\ud83d", "\ude00", "\u0000", "\r", "\n", "\t", "\u2028"],
  ...["\u2063", "7", "\\", '"', "web1", "größe", "漢字"],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);

describe("a text that leaves the program", () => {
  it.each([
    ["<{%reset%}>", "<{\\u0025reset%}>"],
    ["<{%", "<{\\u0025"],
    ["<\u2063{%", "<\\u2063{%"],
    ["<{\u20637%", "<{\\u20637%"],
    ["\u001b[31mred", "\\u001b[31mred"],
    ["a\u202eb", "a\\u202eb"],
    ["\ud800", "\\ud800"],
    ["\u{e0001}", "\\udb40\\udc01"],
    ["10%\r20%\r\n30%", "10%\n20%\n30%"],
    ["\u20639007199254740993", "\\u20639007199254740993"],
    ["größe 漢字 🚀", "größe 漢字 🚀"],
  ])("%j is shown as %j", (given, shown) => {
    expect(safeText(given)).toBe(shown);
  });

  it("holds nothing that acts, whatever it is made of", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(safeText(given)).not.toContain("<{%");
        expect(unplain(safeText(given))).toEqual([]);
      }),
      { numRuns: cases(5000) },
    );
  });

  it("is the same after a second time", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(safeText(safeText(given))).toBe(safeText(given));
      }),
    );
  });

  it("has lost nothing that can be seen", () => {
    const seen = (shown: string) => shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u2028\u2029]/gu, "");
    const back = (shown: string) =>
      shown.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    fc.assert(
      fc.property(
        text.filter((given) => !given.includes("\\")),
        (given) => {
          expect(seen(back(safeText(given)))).toBe(seen(given));
        },
      ),
    );
  });

  it("is the same value as JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), text, (value, key) => {
        const given = { ...value, [key]: 1 };
        for (const indent of [undefined, 2]) {
          const written = safeJson(given, indent);
          expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(given)));
          expect(written).not.toContain("<{%");
          expect(unplain(written)).toEqual([]);
        }
      }),
    );
  });
});

test("formatting is what a terminal does not show, and never the text beside it", () => {
  expect(
    withoutFormatting("\u001b[1;31mred\u001b[0m \u001b]8;;https://a.example\u0007link\u001b]8;;\u0007"),
  ).toBe("red link");
  expect(withoutFormatting("\u001bHello \u001b]0;never ended\nnext")).toBe(
    "\u001bHello \u001b]0;never ended\nnext",
  );
});
