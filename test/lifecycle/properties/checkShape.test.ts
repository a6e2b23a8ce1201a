import { z } from "zod";
import { configurationObject, idInput } from "../../../provider/config/configurationValue";
import { UNKNOWN, type Properties } from "../../../provider/config/values";
import { checkShape } from "../../../provider/resource/check";

const schema = z.strictObject({
  groupId: idInput,
  json: configurationObject.optional(),
  hosts: z.array(idInput).optional(),
  deploy: z
    .strictObject({
      type: z.enum(["deploy", "fullDeploy"]).optional(),
      wait: z.boolean().optional(),
      pollInterval: z.number().min(1).optional(),
    })
    .optional(),
});

function failures(inputs: Properties): string[] {
  return checkShape(schema, inputs).map(({ property, reason }) => `${property}: ${reason}`);
}

test.each<[string, Properties]>([
  ["what is needed", { groupId: 7 }],
  ["everything", { groupId: 7, json: { a: [] }, hosts: [1], deploy: { type: "deploy", pollInterval: 3 } }],
  ["a configuration with any keys", { groupId: 7, json: JSON.parse('{"__proto__":{},"":1}') as Properties }],
])("accepts %s", (_what, inputs) => {
  expect(failures(inputs)).toEqual([]);
});

test.each<[string, Properties, string[]]>([
  ["a missing input", {}, ["groupId: groupId is required"]],
  ["a text for an id", { groupId: "web1" }, ["groupId: expected an id, a whole number"]],
  ["a fraction for an id", { groupId: 1.5 }, ["groupId: expected an id, a whole number"]],
  [
    "a list for a configuration",
    { groupId: 7, json: [1] },
    ["json: expected an object, or the JSON text of one"],
  ],
  ["a value inside a list", { groupId: 7, hosts: [1, "x"] }, ["hosts[1]: expected an id, a whole number"]],
  [
    "a type inside an object",
    { groupId: 7, deploy: { wait: "yes" } },
    ["deploy.wait: expected boolean, received string"],
  ],
  [
    "a number that is too small",
    { groupId: 7, deploy: { pollInterval: 0 } },
    ["deploy.pollInterval: Too small: expected number to be >=1"],
  ],
  [
    "a value that is none of the possible ones",
    { groupId: 7, deploy: { type: "x" } },
    ['deploy.type: expected one of "deploy"|"fullDeploy"'],
  ],
  ["an object that is none", { groupId: 7, deploy: true }, ["deploy: expected object, received boolean"]],
])("names the path of %s", (_what, inputs, expected) => {
  expect(failures(inputs)).toEqual(expected);
});

test("names an input that there is not, and those that there are", () => {
  expect(failures({ groupId: 7, jsn: {} })).toEqual([
    "jsn: there is no such input; the inputs are groupId, json, hosts, deploy",
  ]);
});

test("names an input inside another that there is not, and those that there are", () => {
  expect(failures({ groupId: 7, deploy: { pollinterval: 3 } })).toEqual([
    "deploy.pollinterval: there is no such input; the inputs are type, wait, pollInterval",
  ]);
});

test("names numbers that JSON has no form for, beside what is not known yet", () => {
  const json = { a: NaN, "b.c": [1, -Infinity], later: UNKNOWN };
  expect(failures({ groupId: UNKNOWN, json, deploy: { pollInterval: NaN } })).toEqual([
    "deploy.pollInterval: expected number, received NaN",
    "json.a: NaN cannot be written as JSON",
    'json["b.c"][1]: -Infinity cannot be written as JSON',
  ]);
});

test("names everything that is wrong at once", () => {
  const found = checkShape(schema, { json: 5, deploy: { wait: 1, typ: "x" }, a: 1, b: 2 });
  expect(found.map(({ property }) => property).sort()).toEqual([
    "a",
    "b",
    "deploy.typ",
    "deploy.wait",
    "groupId",
    "json",
  ]);
});

test.each<[string, Properties]>([
  ["an input", { groupId: UNKNOWN }],
  ["an item of a list", { groupId: 7, hosts: [UNKNOWN, 2] }],
  ["an input inside another", { groupId: 7, deploy: { type: UNKNOWN } }],
  ["all that is inside an input", { groupId: 7, deploy: UNKNOWN }],
  ["a value inside a configuration", { groupId: 7, json: { a: { b: UNKNOWN } } }],
  ["a configuration", { groupId: 7, json: UNKNOWN }],
])("does not judge what is not known yet: %s", (_what, inputs) => {
  expect(failures(inputs)).toEqual([]);
});

test("judges what is known beside what is not", () => {
  expect(failures({ groupId: UNKNOWN, deploy: { type: UNKNOWN, wait: 1 } })).toEqual([
    "deploy.wait: expected boolean, received number",
  ]);
});

test("names an input that there is not, whatever its value will be", () => {
  expect(failures({ groupId: 7, jsn: UNKNOWN })).toHaveLength(1);
});
