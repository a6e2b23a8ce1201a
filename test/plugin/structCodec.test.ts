import fc from "fast-check";
import { fromStruct, toStruct, Struct, type WireObject } from "../../provider/plugin/structs";

function throughTheWire(object: WireObject): WireObject {
  return fromStruct(Struct.deserializeBinary(toStruct(object).serializeBinary()));
}

const anyObject = fc.dictionary(
  fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "constructor", "toString", "")),
  fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<WireObject[string]>,
  { noNullPrototype: true },
);

describe("a struct", () => {
  it("carries any JSON object there and back", () => {
    fc.assert(
      fc.property(anyObject, (object) => {
        expect(throughTheWire(object)).toEqual(object);
      }),
    );
  });

  it("carries keys that are special in JavaScript", () => {
    const object = JSON.parse(
      '{"__proto__":{"a":1,"__proto__":[null]},"constructor":{"prototype":false},"":"empty"}',
    ) as WireObject;
    expect(JSON.stringify(throughTheWire(object))).toBe(JSON.stringify(object));
  });

  it("replaces halves of characters, which the engine would refuse", () => {
    expect(throughTheWire({ "\ud800": "x\udc00" })).toEqual({ "\ufffd": "x\ufffd" });
  });

  it("is empty where a message has none", () => {
    expect(fromStruct(undefined)).toEqual({});
  });
});
