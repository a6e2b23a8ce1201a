import fc from "fast-check";
import { configurationDigest } from "../../../provider/config/compare";
import { configuration, respelledObject } from "./arbitraries";

test("is the same for configurations of the same meaning", () => {
  const spelled = configuration.chain((json) => fc.tuple(fc.constant(json), respelledObject(json)));
  fc.assert(
    fc.property(spelled, ([json, other]) => {
      expect(configurationDigest("key", json)).toBe(configurationDigest("key", other));
    }),
  );
});

test.each([
  ["with another key", configurationDigest("other", { a: 1 })],
  ["with another value", configurationDigest("key", { a: 2 })],
  ["with an admin-level configuration", configurationDigest("key", { a: 1 }, {})],
  ["with the configurations the other way round", configurationDigest("key", undefined, { a: 1 })],
])("is another %s", (_name, other) => {
  expect(other).not.toBe(configurationDigest("key", { a: 1 }, undefined));
});

test("tells a configuration that is not managed from an empty one", () => {
  expect(configurationDigest("key", undefined)).not.toBe(configurationDigest("key", {}));
});

test("is a short hexadecimal text", () => {
  expect(configurationDigest("key", { a: 1 })).toMatch(/^[0-9a-f]{24}$/);
});
