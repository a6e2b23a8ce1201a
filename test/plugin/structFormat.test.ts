import type * as structMessages from "google-protobuf/google/protobuf/struct_pb";
import type * as ourStructs from "../../provider/plugin/structs";

const object = { a: [1, null, { b: "ü" }, []], c: true, d: -0.5, e: {}, f: "", g: { h: { i: [[false]] } } };

describe("the bytes of a struct", () => {
  it("are the same as the protocol's own code writes", () => {
    const { Struct } = jest.requireActual<typeof structMessages>("google-protobuf/google/protobuf/struct_pb");
    const own = Buffer.from(Struct.fromJavaScript(object).serializeBinary());
    // Only now, since it puts its own code into the place of the protocol's.
    const { fromStruct, toStruct } = jest.requireActual<typeof ourStructs>("../../provider/plugin/structs");
    expect(Buffer.from(toStruct(object).serializeBinary())).toEqual(own);
    expect(fromStruct(Struct.deserializeBinary(own))).toEqual(object);
  });
});
