import fc from "fast-check";
import { UNKNOWN, type Properties } from "../../provider/config/values";
import type { WireValue } from "../../provider/plugin/structs";
import { markSecrets } from "../../provider/plugin/secrets";
import { receive, send } from "../../provider/plugin/values";
import { outputSignature, resourceSignature, signatureKey } from "../../provider/runtime/carriedText";
import { secret, unknown } from "./wireText";

const leaf = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string(), fc.constant(unknown));

/** JSON in which any value may be secret or unknown, and no secret holds another. */
const { value: anyValue } = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    leaf.map(secret),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }) as fc.Arbitrary<WireValue>,
  ),
}));

describe("properties from the engine", () => {
  it("go back as they came, secrets and unknown values in their places", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyValue, { noNullPrototype: true }), (object) => {
        const { properties, secrets } = receive(object);
        expect(send(markSecrets(properties, { paths: secrets }))).toEqual(object);
      }),
    );
  });

  it("are opened for the lifecycle, and the places of secrets are remembered", () => {
    const { properties, secrets } = receive({
      json: { a: [1, secret("x")], b: secret({ c: secret(1) }) },
      u: unknown,
    });
    expect(properties).toEqual({ json: { a: [1, "x"], b: { c: 1 } }, u: UNKNOWN });
    expect(secrets).toEqual([
      ["json", "a", 1],
      ["json", "b"],
    ]);
  });

  it("come without what only the dynamic door keeps in the state", () => {
    expect(receive({ __provider: "x", __urn: "y", __timeouts: {}, __state: 1 }).properties).toEqual({
      __state: 1,
    });
  });

  it("may be outputs, and resources that stand for their ids", () => {
    const output = { [signatureKey]: outputSignature, value: "x", secret: true };
    const pending = { [signatureKey]: outputSignature };
    const resource = { [signatureKey]: resourceSignature, urn: "urn:x", id: "12" };
    expect(receive({ output, pending, resource })).toEqual({
      properties: { output: "x", pending: UNKNOWN, resource: "12" },
      secrets: [["output"]],
    });
  });
});

describe("marking secrets", () => {
  const mark = (properties: Properties, marks: Parameters<typeof markSecrets>[1]) =>
    send(markSecrets(properties, marks));

  it("marks a secret text wherever it turns up", () => {
    expect(mark({ a: { b: "s3cret" }, c: "other" }, { paths: [], texts: new Set(["s3cret"]) })).toEqual({
      a: { b: secret("s3cret") },
      c: "other",
    });
  });

  it("marks a text with a secret in it, in any spelling", () => {
    const texts = new Set(["s3cret!"]);
    expect(mark({ a: "db://me:s3cret%21@db", b: "s3cret" }, { paths: [], texts })).toEqual({
      a: secret("db://me:s3cret%21@db"),
      b: "s3cret",
    });
  });

  it("marks a list from the service as a whole, because items may have moved", () => {
    const marks = { paths: [["a", 1]], wholeLists: true };
    expect(mark({ a: ["y", "x"] }, marks)).toEqual({ a: secret(["y", "x"]) });
  });

  it("marks what has taken the place of an object with a secret in it", () => {
    expect(mark({ a: "moved up" }, { paths: [["a", "b"]] })).toEqual({ a: secret("moved up") });
  });

  describe("of what was there before", () => {
    const properties = { json: { keys: ["s3cret-1", "s3cret-2"], url: "db://s3cret-1@db", size: 1 } };
    const before = { properties, secrets: [["json", "keys", 0]] };
    const marks = {
      paths: [
        ["json", "keys"],
        ["json", "size"],
      ],
      texts: new Set(["s3cret-1"]),
      wholeLists: true,
      before,
    };

    it("leaves the marks as they were where nothing has changed", () => {
      expect(mark(properties, marks)).toEqual({
        json: { keys: [secret("s3cret-1"), "s3cret-2"], url: "db://s3cret-1@db", size: 1 },
      });
    });

    it("goes by all marks where something has", () => {
      const changed = {
        keys: ["s3cret-2", "s3cret-1"],
        url: "db://root:s3cret-1@db",
        size: 2,
        new: "s3cret-1",
      };
      expect(mark({ json: changed }, marks)).toEqual({
        json: {
          keys: secret(["s3cret-2", "s3cret-1"]),
          url: secret("db://root:s3cret-1@db"),
          size: secret(2),
          new: secret("s3cret-1"),
        },
      });
    });
  });

  it("adds nothing for a secret that is gone", () => {
    expect(mark({ a: {} }, { paths: [["a", "b"], ["c"]] })).toEqual({ a: {} });
  });
});
