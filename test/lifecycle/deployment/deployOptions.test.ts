import { formatPropertyPath, UNKNOWN, type Property } from "../../../provider/config/values";
import {
  deployDifferences,
  deploysOnUpdate,
  deployInputs,
  deployOptionsIn,
  triggersChanged,
} from "../../../provider/deploy/options";

test("the defaults are those of the documentation", () => {
  expect(deployOptionsIn({ waitByDefault: true }, undefined)).toEqual({
    type: "deploy",
    wait: true,
    whenBusy: "wait",
    timeout: 1_800_000,
    pollInterval: 3000,
  });
});

test.each([
  ["the stack's hostconfig:wait counts", { waitByDefault: false }, {}, false],
  ["deploy.wait wins over it", { waitByDefault: false }, { wait: true }, true],
])("%s", (_rule, stack, inputs, wait) => {
  expect(deployOptionsIn(stack, inputs).wait).toBe(wait);
});

test("customTimeouts win over deploy.timeout", () => {
  expect(deployOptionsIn({ waitByDefault: true, timeoutSeconds: 90 }, { timeout: 60 }).timeout).toBe(90_000);
});

test.each([
  ["a poll interval under a second", { pollInterval: 0.5 }],
  ["no time at all", { timeout: 0 }],
  ["a type of another spelling", { type: "FullDeploy" }],
  ["an input that there is not", { pollinterval: 3 }],
])("refuses %s", (_what, deploy) => {
  expect(deployInputs.safeParse(deploy).success).toBe(false);
});

test.each(["deploy", "fullDeploy", "fullDeleteDeploy", "fullResetDeploy"])("accepts the type %s", (type) => {
  expect(deployInputs.safeParse({ type }).success).toBe(true);
});

test("the error for a refused type names every spelling", () => {
  const refused = deployInputs.safeParse({ type: "full" });
  expect(refused.error?.message).toContain("fullResetDeploy");
});

const changed: [string, Property, Property, string[]][] = [
  ["nothing where defaults are written down", undefined, { type: "deploy", timeout: 1800, triggers: [] }, []],
  ["nothing where an input is not set", { type: "deploy" }, { type: undefined }, []],
  ["another type", undefined, { type: "fullDeploy" }, ["update deploy.type"]],
  ["what a stack may have another default for", {}, { wait: false }, ["add deploy.wait"]],
  ["a changed trigger", { triggers: ["1"] }, { triggers: ["2"] }, ["update deploy.triggers[0]"]],
  ["another number of triggers", {}, { triggers: ["1"] }, ["update deploy.triggers"]],
  [
    "a trigger that is not known yet",
    { triggers: ["1"] },
    { triggers: [UNKNOWN] },
    ["update deploy.triggers[0]"],
  ],
  ["what is not known at all yet", {}, UNKNOWN, ["update deploy"]],
];

test.each(changed)("a preview names %s", (_what, before, after, expected) => {
  const found = deployDifferences(before, after).map(
    ({ kind, path }) => `${kind} ${formatPropertyPath(path)}`,
  );
  expect(found).toEqual(expected);
});

test.each([
  ["by default", undefined, true],
  ["where it says so", { onUpdate: true }, true],
  ["not where it says no", { onUpdate: false }, false],
  ["where it is not known yet", { onUpdate: UNKNOWN }, true],
  ["where nothing under deploy is known yet", UNKNOWN, true],
])("an update deploys %s", (_where, deploy, expected) => {
  expect(deploysOnUpdate(deploy)).toBe(expected);
});

test.each([
  ["another value", ["1"], ["2"], true],
  ["one more", [], ["1"], true],
  ["none for an empty list", undefined, [], false],
  ["the same in another spelling", [{ a: 1, b: [] }], [{ b: {}, a: 1 }], false],
])("triggers change with %s: %j, %j", (_what, before, after, expected) => {
  expect(triggersChanged({ triggers: before }, { triggers: after })).toBe(expected);
});
