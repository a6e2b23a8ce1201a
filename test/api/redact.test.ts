import fc from "fast-check";
import { redactor, shortestSecret } from "../../provider/api/redact";
import { safeText } from "../../provider/api/safeText";
import "../fixedSeed";
import { cases, itInFull } from "../full";

const characters = fc.constantFrom(...Array.from("abzAZ019 /+%!\"'\\<{%}>&=:@é漢🚀\n\t\u001b\u202e"));
const secrets = fc.array(
  fc
    .array(characters, { minLength: shortestSecret, maxLength: 20 })
    .map((all) => all.join(""))
    // Of one kind of white space alone no text is free.
    .filter((secret) => /\w{2}/.test(secret)),
  { minLength: 1, maxLength: 5 },
);

/** How something that a job runs may escape a character. */
type Speller = (character: string, random: number) => string;

const jsonUnit = (unit: number, random: number) => {
  const hex = unit.toString(16).padStart(4, "0");
  return `\\u${random % 2 === 0 ? hex : hex.toUpperCase()}`;
};
const units = (character: string) =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));

const json: Speller = (character, random) => {
  if (random % 3 === 0)
    return units(character)
      .map((unit) => jsonUnit(unit, random >> 2))
      .join("");
  if (character === "/") return random % 2 === 0 ? "\\/" : "/";
  return JSON.stringify(character).slice(1, -1);
};
const url: Speller = (character, random) => {
  const bytes = [...Buffer.from(character)];
  const escaped = bytes.map((byte) => {
    const hex = byte.toString(16).padStart(2, "0");
    return `%${random % 2 === 0 ? hex : hex.toUpperCase()}`;
  });
  return random % 3 === 0 || !/[\w!'()*~.-]/.test(character) ? escaped.join("") : character;
};
const form: Speller = (character, random) => (character === " " ? "+" : url(character, random));
const spellers = { json, url, form, none: (character: string) => character };
const spelling = fc.constantFrom(...(Object.keys(spellers) as (keyof typeof spellers)[]));

function spelled(text: string, speller: Speller, randoms: readonly number[]): string {
  return Array.from(text, (character, at) => speller(character, randoms[at % randoms.length] ?? 0)).join("");
}

describe("a secret", () => {
  it.each([
    ["hunter/2!", "hunter\\/2!"],
    ["hunter/2!", "hunter%2F2%21"],
    ["hunter/2!", "hunter%2f2!"],
    ["a b&c=d", "a+b%26c%3Dd"],
    ["a b&c=d", "a%2520b%2526c%253Dd"],
    ["größe", "gr\\u00f6\\u00DFe"],
    ["größe", "gr\\\\u00f6\\\\u00dfe"],
    ["größe", "gr%F6%DFe"],
    ["🚀🚀", "\\ud83d\\ude80%F0%9F%9A%80"],
    ['say "hi"', 'say \\\\\\"hi\\\\\\"'],
    ["<{%reset%}>", "<{%reset%}>"],
    ["<{%reset%}>", safeText("<{%reset%}>")],
    ["\u001b[1m\ud800", safeText("\u001b[1m\ud800")],
  ])("%j does not show as %j", (secret, text) => {
    expect(redactor([secret])(`is ${text} here`)).toBe("is [secret] here");
  });

  it("does not show in any spelling, twice over", () => {
    fc.assert(
      fc.property(
        fc.record({
          secrets,
          once: spelling,
          twice: spelling,
          randoms: fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }),
        }),
        ({ secrets: all, once, twice, randoms }) => {
          const redact = redactor(all);
          for (const secret of all) {
            const inner = spelled(secret, spellers[once], randoms);
            const outer = spelled(inner, spellers[twice], [...randoms].reverse());
            expect(redact(`«${outer}»`)).toBe("«[secret]»");
            expect(redact(safeText(redact(`«${outer}»`)))).not.toContain(outer);
          }
        },
      ),
      { numRuns: cases(3000) },
    );
  });

  it("within another, or overlapping it, leaves nothing of either", () => {
    expect(redactor(["abcdef", "defghi"])("-abcdefghi-")).toBe("-[secret]-");
    expect(redactor(["abcd", "abcdefgh"])("-abcdefgh-abcdxyz-")).toBe("-[secret]-[secret]xyz-");
    expect(redactor(["abcd"])("abcdabcd")).toBe("[secret][secret]");
  });

  it("leaves every other text as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(redactor(["no text has this"])(text)).toBe(text);
      }),
    );
    expect(redactor(["abc"])("abc")).toBe("abc");
  });

  itInFull("is found among thousands, in megabytes, soon", () => {
    const many = Array.from(
      { length: 5000 },
      (_, index) => `AKIA-secret-${index * 7919}-${"x".repeat(index % 50)}`,
    );
    const line = `{"url":"https:\\/\\/a.example\\/?q=a+b%20c","note":"gr\\u00f6\\u00dfe"} AKIA-other-17\n`;
    const output = line.repeat(40_000) + encodeURIComponent(many[17] ?? "");
    const begin = performance.now();
    expect(redactor(many)(output).endsWith("[secret]")).toBe(true);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
