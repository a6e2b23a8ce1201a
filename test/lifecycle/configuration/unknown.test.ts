import { hasUnknown, isUnknown, known, UNKNOWN } from "../../../provider/config/values";

test.each([
  ["by itself", UNKNOWN, true],
  ["inside an object", { a: { b: UNKNOWN } }, true],
  ["inside a list", [1, [UNKNOWN]], true],
  ["nowhere", { a: [1, null, "text"] }, false],
  ["in nothing", undefined, false],
  ["in null", null, false],
])("a value that is not known yet is found %s", (_name, value, found) => {
  expect(hasUnknown(value)).toBe(found);
});

test("an object that looks alike is known", () => {
  expect(isUnknown({})).toBe(false);
});

test("known values are handed through", () => {
  const value = { a: 1 };
  expect(known(value)).toBe(value);
});

test("an update does not go on with a value that is not known", () => {
  expect(() => known({ a: UNKNOWN })).toThrow("not known before the update");
});

test("a value that is not known is never written", () => {
  expect(() => JSON.stringify({ a: UNKNOWN })).toThrow("not known before the update");
});
