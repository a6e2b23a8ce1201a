import fc from "fast-check";
import type { JsonObject } from "../../provider/api/json";
import { fromEngine, toEngine } from "../../provider/dynamic/values";
import { receive, send } from "../../provider/plugin/values";
import { carryText, openText, signatureKey, unknownTexts } from "../../provider/runtime/carriedText";
import "../fixedSeed";
import { cases } from "../full";

const special = fc.constantFrom(
  ...[signatureKey, ...unknownTexts, "1b47061264138c4ac30d75fd1eb44270", "c44067f5952c0a294b673a41bacd8c17"],
  ...["<{%reset%}>", "\u001b[31m", "\u202e", "\ud800", "a\rb", "hostconfig:text:", 'hostconfig:text:"a"'],
  ...["__proto__", "value", "\u20639007199254740993"],
);
const text = fc.oneof(special, special.map(carryText), fc.string({ unit: "binary" }), fc.string());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constantFrom(null, true, 1),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Every key and text of a value. */
function textsIn(given: unknown): string[] {
  if (typeof given === "string") return [given];
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([key, member]) => [key, ...textsIn(member)]);
}

/** What the engine takes for something else, or acts on when it prints it. */
function harmful(given: string): boolean {
  return (
    given === signatureKey ||
    unknownTexts.has(given) ||
    /<\{%|\p{Cs}|(?![\r\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(given)
  );
}

describe("a configuration that holds what means something to the engine", () => {
  it.each([
    ["the plugin", (json: JsonObject) => send({ json }), (sent: never) => receive(sent).properties],
    ["the dynamic provider", (json: JsonObject) => toEngine({ json }), (sent: never) => fromEngine(sent)],
  ])("comes back from the engine as it was: %s", (_provider, out, back) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value), { maxLength: 4 }), (entries) => {
        const json = Object.fromEntries(entries) as JsonObject;
        const sent = out(json);
        expect(textsIn(sent).filter(harmful)).toEqual([]);
        expect(back(sent as never)).toEqual({ json });
      }),
      { numRuns: cases(1000) },
    );
  });

  it("is not touched where it holds nothing of that", () => {
    const plain = { json: { "a.b": "x\r\ny\tz", größe: ["漢字 🚀", { "4dabf": "{%" }] } };
    expect(send(plain)).toEqual(plain);
    expect(toEngine(plain)).toBe(plain);
    expect(fromEngine(plain)).toBe(plain);
  });

  it("keeps a text of the program's that only looks like a carried one", () => {
    expect(openText("hostconfig:text:no JSON")).toBe("hostconfig:text:no JSON");
    expect(openText("hostconfig:text:1")).toBe("hostconfig:text:1");
  });

  it("keeps secrets where they were under such keys", () => {
    const key = "<{%reset%}>";
    const { properties, secrets } = receive({
      json: {
        [carryText(key)]: { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value: carryText(key) },
      },
    });
    expect(properties).toEqual({ json: { [key]: key } });
    expect(secrets).toEqual([["json", key]]);
  });
});
