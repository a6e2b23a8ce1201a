import { z } from "zod";
import { writeJson } from "../../../provider/api/json";
import { configurationObject, idInput } from "../../../provider/config/configurationValue";
import { UNKNOWN, type Properties, type Property } from "../../../provider/config/values";
import { normalizeInputs } from "../../../provider/resource/check";

const schema = z.object({
  hostId: idInput.optional(),
  deployHosts: z.array(idInput).optional(),
  json: configurationObject.describe("The configuration."),
});

const normalized: [string, Property, Property][] = [
  ["a number stays", { hostId: 12 }, { hostId: 12 }],
  ["an id as a text is a number", { hostId: "12" }, { hostId: 12 }],
  ["a text that is no id stays", { hostId: "web1" }, { hostId: "web1" }],
  ["a text too long for a number stays", { hostId: "1".repeat(16) }, { hostId: "1".repeat(16) }],
  ["an empty text is no id", { hostId: "" }, { hostId: "" }],
  ["an id that is not known yet stays", { hostId: UNKNOWN }, { hostId: UNKNOWN }],
  ["ids in a list are numbers", { deployHosts: ["1", 2, UNKNOWN] }, { deployHosts: [1, 2, UNKNOWN] }],
  ["a single value for a list of ids stays", { deployHosts: "1" }, { deployHosts: "1" }],
  ["a JSON text is the object", { json: '{"a":{"b":[1]}}' }, { json: { a: { b: [1] } } }],
  ["an empty list is the empty object", { json: [] }, { json: {} }],
  ["the JSON text of an empty list is the empty object", { json: "[]" }, { json: {} }],
  ["the JSON text of a list stays", { json: "[1]" }, { json: "[1]" }],
  ["a text that is no JSON stays", { json: "{a" }, { json: "{a" }],
  ["a configuration that is not known yet stays", { json: UNKNOWN }, { json: UNKNOWN }],
  ["null inside a configuration stays", { json: { a: null } }, { json: { a: null } }],
  ["an input of null or nothing is not set", { name: null, hostId: undefined }, {}],
  [
    "null inside another input is not set",
    { deploy: { type: null, wait: true } },
    { deploy: { wait: true } },
  ],
  ["other texts stay, digits or not", { name: "12" }, { name: "12" }],
  ["false and 0 are set", { active: false, count: 0 }, { active: false, count: 0 }],
];

test.each(normalized)("%s", (_rule, inputs, expected) => {
  expect(normalizeInputs(inputs as Properties, schema)).toEqual(expected);
});

test("a key named __proto__ in a JSON text is a key like any other", () => {
  const { json } = normalizeInputs({ json: '{"__proto__": {"polluted": 1}}' }, schema);
  expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":1}}');
  expect("polluted" in {}).toBe(false);
});

test("a number in a JSON text that JavaScript cannot hold is saved digit by digit", () => {
  const text = '{"big":9007199254740993}';
  expect(writeJson(normalizeInputs({ json: text }, schema).json)).toBe(text);
});

test("a JSON text that is nested too deep is no object, and exhausts no stack", () => {
  const json = `{"big":9007199254740993,"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  expect(normalizeInputs({ json }, schema)).toEqual({ json });
});

test("the given inputs stay as they were", () => {
  const inputs = { hostId: "12", json: "{}", deploy: { type: null } };
  const before = JSON.stringify(inputs);
  normalizeInputs(inputs, schema);
  expect(JSON.stringify(inputs)).toBe(before);
});
