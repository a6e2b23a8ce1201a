import fc from "fast-check";
import { parseJson, withoutMark, writeJson } from "../../provider/api/exactNumbers";
import { startTestApi } from "./testApi";

const beyond = [
  "9007199254740993",
  "-9007199254740993",
  "18446744073709551615",
  "1e400",
  "-1E+400",
  "1e-400",
];

it.each(beyond)("a number that JavaScript cannot hold comes out as it came in: %s", (number) => {
  const text = `{"a":[${number},"${number}"],"b":{"${number}":${number}}}`;
  expect(writeJson(parseJson(text))).toBe(text);
});

it.each([
  "9007199254740992",
  "123456789012345680000",
  "1000000000000000000000",
  "0.1000000000000000055",
  "1e308",
  "-0",
])("a number that JavaScript holds, or takes for another spelling, is a number: %s", (number) => {
  expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
});

it("is JSON as ever for everything else", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2, stringUnit: "binary" }), (text) => {
      expect(JSON.parse(writeJson(parseJson(text)))).toEqual(JSON.parse(text));
    }),
  );
});

it("any whole number comes out as the same number, digit by digit", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(), { minLength: 1 }), (numbers) => {
      const written = writeJson(parseJson(`[${numbers.join()}]`));
      expect(written.slice(1, -1).split(",").map(wholeNumber)).toEqual(numbers);
    }),
  );
});

function wholeNumber(text: string): bigint {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length);
}

it("what is no JSON stays so", () => {
  for (const text of ["00000000000000000001", "[9007199254740993", '"9007199254740993']) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
});

it("a mark is taken away for whoever reads the digits", () => {
  expect(withoutMark(String(parseJson("9007199254740993")))).toBe("9007199254740993");
  expect(withoutMark("text")).toBe("text");
});

it("what others keep on a host goes back to the service digit by digit", async () => {
  const test = await startTestApi();
  const json = '{"big":9007199254740993,"text":"9007199254740993","far":1e400}';
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
