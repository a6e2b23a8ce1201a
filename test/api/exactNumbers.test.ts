import fc from "fast-check";
import {
  canonicalNumber,
  ExactNumber,
  nearestNumber,
  parseJson,
  sameNumber,
  writeJson,
  type JsonValue,
} from "../../provider/api/json";
import { sameMeaning, configurationDigest } from "../../provider/config/compare";
import type { Property } from "../../provider/config/values";
import { startTestApi } from "./testApi";
import { cases, itInFull } from "../full";

const beyond = [
  "9007199254740993",
  "-9007199254740993",
  "9007199254740993.0",
  "12345678901234567890e0",
  "18446744073709551615",
  "123456789.123456789",
  "0.1000000000000000055",
  "4.9e-324",
  "1e400",
  "-1E+400",
  "1e-400",
];

it.each(beyond)("a number that JavaScript cannot hold comes out as it came in: %s", (number) => {
  const text = `{"a":[${number},"${number}"],"b":{"${number}":${number}},"__proto__":${number}}`;
  expect(writeJson(parseJson(text))).toBe(text);
  expect(parseJson(number)).toEqual(new ExactNumber(number));
});

it.each([
  "9007199254740992",
  "123456789012345680000",
  "1000000000000000000000",
  "0.30000000000000004",
  "1.000000000000000000000",
  "5e-324",
  "1e308",
  "0.0000000000000000e400",
  "-0",
])("a number that JavaScript holds is a number, in whatever spelling: %s", (number) => {
  expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
});

it("is JSON as ever for everything else", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2, stringUnit: "binary" }), (text) => {
      expect(JSON.parse(writeJson(parseJson(text)))).toEqual(JSON.parse(text));
    }),
  );
});

/** Texts such as a service, or a person who knows this program, could write beside a number. */
const nearNumbers = fc.oneof(
  fc.constantFrom("\u2063", "\u20639007199254740993", '"9007199254740993"', "\\", '\\"', "[secret]"),
  fc.string({ unit: "binary", maxLength: 5 }),
);

it("texts beside such a number stay the texts that they are", () => {
  fc.assert(
    fc.property(nearNumbers, nearNumbers, fc.constantFrom(...beyond), (key, text, number) => {
      const json = `{${JSON.stringify(key)}:[${JSON.stringify(text)},${number}]}`;
      expect(parseJson(json)).toEqual(Object.fromEntries([[key, [text, new ExactNumber(number)]]]));
      expect(JSON.parse(writeJson(parseJson(json)))).toEqual(JSON.parse(json));
    }),
  );
});

/** A number in one of its spellings, and exactly what it is: so many times a power of ten. */
interface Spelled {
  text: string;
  digits: bigint;
  power: number;
}

const digits = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 25n }),
  fc.integer({ min: -3, max: 3 }).map((off) => 2n ** 53n + BigInt(off)),
  fc.constantFrom(0n, 1n, 10n, 9007199254740993n),
);

const spelled: fc.Arbitrary<Spelled> = fc
  .record({
    digits,
    negative: fc.boolean(),
    point: fc.nat(30),
    zeros: fc.nat(3),
    power: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -420, max: 420 })),
    exponent: fc.constantFrom("", "e", "E", "e+"),
  })
  .map(({ digits, negative, point, zeros, power, exponent }): Spelled => {
    const all = String(digits).padStart(point + 1, "0");
    const split = all.length - point;
    const fraction = all.slice(split) + "0".repeat(zeros);
    const written = exponent === "" ? 0 : exponent === "e+" ? Math.abs(power) : power;
    return {
      text: `${negative ? "-" : ""}${all.slice(0, split)}${fraction && `.${fraction}`}${exponent && exponent + String(written)}`,
      digits: negative ? -digits : digits,
      power: written - point,
    };
  });

function equal(one: Spelled, other: Spelled): boolean {
  const least = Math.min(one.power, other.power);
  const scaled = ({ digits, power }: Spelled) => digits * 10n ** BigInt(power - least);
  return scaled(one) === scaled(other);
}

it("any number comes out as the same number", () => {
  fc.assert(
    fc.property(spelled, ({ text, ...number }) => {
      const written = writeJson(parseJson(`[${text}]`)).slice(1, -1);
      const [, sign = "", whole = "", fraction = "", power = "0"] =
        /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
      const came = {
        text: written,
        digits: BigInt(`${sign}${whole}${fraction}`),
        power: Number(power) - fraction.length,
      };
      expect([written, equal(came, { text, ...number })]).toEqual([written, true]);
    }),
    { numRuns: cases(1000) },
  );
});

it("two numbers mean the same, and have one digest, exactly if they are equal", () => {
  const other = fc.oneof(spelled, fc.constant(undefined));
  fc.assert(
    fc.property(spelled, other, fc.nat(4), (one, two, zeros) => {
      // Another spelling of the same number, if there is no second one.
      const again = {
        ...one,
        text: `${one.text.replace(/e.*$/i, "")}${one.text.includes(".") ? "0".repeat(zeros) : ""}${/e.*$/i.exec(one.text)?.[0] ?? "e0"}`,
      };
      const right = two ?? again;
      const [a, b] = [parseJson(one.text) as JsonValue, parseJson(right.text) as JsonValue];
      const same = equal(one, right);
      expect([one.text, right.text, sameMeaning(a, b)]).toEqual([one.text, right.text, same]);
      expect(configurationDigest("k", [a]) === configurationDigest("k", [b])).toBe(same);
      if (a instanceof ExactNumber && b instanceof ExactNumber) expect(sameNumber(a, b)).toBe(same);
    }),
    { numRuns: cases(1000) },
  );
});

it.each([
  ["1.0", "1"],
  ["1e0", "1"],
  ["10E-1", "1"],
  ["9007199254740993.0", "9007199254740993"],
  ["900719925474099300e-2", "9007199254740993"],
  ["1e400", "10e399"],
  ["-0.0", "0"],
])("%s means %s", (one, other) => {
  expect(sameMeaning(parseJson(one) as Property, parseJson(other) as Property)).toBe(true);
});

it.each([
  ["9007199254740993", "9007199254740992"],
  ["9007199254740993", '"9007199254740993"'],
  ["9007199254740993", '{"text":"9007199254740993"}'],
  ["9007199254740993", "[]"],
  ["9007199254740993", "-9007199254740993"],
  ["0.1000000000000000055", "0.1"],
  ["1e400", "1e401"],
  ["1e400", "1e4000000000000000000000"],
])("%s does not mean %s", (one, other) => {
  const values = [parseJson(one), parseJson(other)] as [JsonValue, JsonValue];
  expect(sameMeaning(...values)).toBe(false);
  expect(configurationDigest("k", [values[0]])).not.toBe(configurationDigest("k", [values[1]]));
});

it("what is no JSON stays so", () => {
  for (const text of [
    "00000000000000000001",
    "[9007199254740993",
    '"9007199254740993',
    "9007199254740993.",
  ]) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
});

it("is the digits as a text wherever there is no number for it", () => {
  expect(JSON.stringify(parseJson('{"a":9007199254740993.0}'))).toBe('{"a":"9007199254740993.0"}');
});

it("the nearest number is no zero and not infinite", () => {
  const nearest = ["9007199254740993", "-1e400", "1e-400", "-1e-400"].map((text) =>
    nearestNumber(new ExactNumber(text)),
  );
  expect(nearest).toEqual([9007199254740992, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE]);
});

const million = 1_000_000;

itInFull.each([
  ["a long text with escapes", `"${'\\"'.repeat(3 * million)}"`],
  ["a long text with backslashes", `"${"\\\\".repeat(3 * million)}"`],
  ["a long text without", `"${"x".repeat(6 * million)}"`],
  ["many short texts", `["${Array(million).fill("x").join('","')}"]`],
  ["many such numbers", `[${Array(100_000).fill("9007199254740993").join()}]`],
  ["many digits", "7".repeat(3 * million)],
  ["many zeros", `1${"0".repeat(3 * million)}1`],
  ["a fraction of many zeros", `0.${"0".repeat(3 * million)}1`],
  ["an exponent of many digits", `1e${"9".repeat(3 * million)}`],
])("megabytes are read and written beside such a number: %s", (_, value) => {
  const text = `[${value},9007199254740993]`;
  const started = process.cpuUsage();
  const written = writeJson(parseJson(text));
  expect(written === text).toBe(true);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(10);
});

it("lists in lists are read beside such a number, however deep", () => {
  const depth = 200_000;
  const text = `{"n":9007199254740993,"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(parseJson(text)).toMatchObject({ n: new ExactNumber("9007199254740993") });
});

it("numbers of long exponents are equal to themselves", () => {
  const text = `1e${"9".repeat(400)}`;
  expect(canonicalNumber(text)).toBe(canonicalNumber(text));
  expect(canonicalNumber(text)).not.toBe(canonicalNumber(`${text}9`));
});

it("what others keep on a host goes back to the service as it was written", async () => {
  const test = await startTestApi();
  const json =
    '{"big":9007199254740993.0,"text":"\u20639007199254740993","far":1e400,"id":12345678901234567890e0}';
  const bodies: string[] = [];
  test.server.answers((request, response) => {
    if (request.method === "POST") bodies.push(request.body);
    response.end(request.method === "POST" ? "{}" : `{"id":12,"name":"web1","json":${json}}`);
  });
  const api = test.connect();
  const host = await api.getHost(12);
  await api.saveHost(12, { json: host.json ?? {} });
  expect(bodies).toEqual([`{"json":${json}}`]);
  await test.close();
});

it("a number where a text is expected is its digits, and no configuration", async () => {
  const test = await startTestApi();
  const api = test.connect();
  test.server.answers({ text: '{"id":12,"name":12345678901234567890,"created_at":1e400}' });
  expect(await api.getHost(12)).toMatchObject({ name: "12345678901234567890", createdAt: "1e400" });
  test.server.answers({ text: '{"id":12,"name":"web1","json":9007199254740993}' });
  await expect(api.getHost(12)).rejects.toMatchObject({ name: "InvalidResponseError", field: "json" });
  await test.close();
});
