import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { JsonObject } from "../../../emulator/json";
import { lostUnknowns } from "./lostUnknowns";
import { missingPaths } from "./missingPaths";
import { plainSecrets } from "./plainSecrets";
import type { RecordedCall } from "./recordedCall";
import { unknown } from "./walk";

const host = "hostconfig:index:Host";
const secretly = (value: JsonObject | string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
const call = (method: string, request: JsonObject, answer: JsonObject): RecordedCall => ({
  ...{ receiver: "plugin", method, error: undefined, answer },
  request: { urn: "web", type: host, preview: false, ...request },
});

describe("what a recording must not show", () => {
  const found = (...calls: RecordedCall[]) => plainSecrets(calls, ["hidden"]);

  it("is not found where every secret has its envelope", () => {
    const properties = { json: { a: secretly("hidden") }, jsonAdmin: secretly({ b: "hidden" }) };
    expect(found(call("create", { properties }, { properties }))).toEqual([]);
  });

  it.each<[string, RecordedCall, string]>([
    [
      "a word in an answer",
      call("read", {}, { inputs: { json: { a: "hidden" } } }),
      "read answer: inputs.json.a",
    ],
    ["a word in a message", call("log", { message: "it is hidden" }, {}), "log request: message"],
    ["a word in a path", call("diff", {}, { diffsList: [{ hidden: 1 }] }), "diff answer: hidden in a key"],
    [
      "a property without its envelope",
      call("update", {}, { properties: { jsonAdmin: { b: 1 } } }),
      "update answer: properties.jsonAdmin is open",
    ],
  ])("is found as %s", (_what, recorded, problem) => {
    expect(found(recorded)).toEqual([problem]);
  });
});

describe("what a recording must not lose", () => {
  const found = (...calls: RecordedCall[]) => lostUnknowns(calls, { [host]: ["fingerprint"] });
  const news = { json: { list: [secretly(unknown)] } };

  it("is not lost where the answer has it in the same place", () => {
    expect(found(call("check", { news }, { inputs: { json: { list: secretly(unknown) } } }))).toHaveLength(1);
    expect(found(call("check", { news }, { inputs: { json: secretly({ list: [unknown] }) } }))).toEqual([]);
  });

  it.each<[string, RecordedCall, string]>([
    [
      "a known value",
      call("check", { news }, { inputs: { json: {} } }),
      "json.list.0 is known in the answer",
    ],
    [
      "an output that a preview leaves out",
      call("create", { preview: true, properties: {} }, { properties: {} }),
      "fingerprint is missing in the preview",
    ],
    [
      "an unknown value in the end",
      call("update", { news: {} }, { properties: { fingerprint: unknown } }),
      "fingerprint is unknown in the end",
    ],
  ])("is found as %s", (_what, recorded, problem) => {
    expect(found(recorded)).toEqual([`${recorded.method} web: ${problem}`]);
  });
});

const inputs = ["name", "json"];

describe("the paths that a recording must have", () => {
  const diff = (
    answer: JsonObject,
    olds: JsonObject = { json: { a: 1 } },
    news: JsonObject = { json: { a: 2 } },
  ) => call("diff", { olds, news }, { changes: some, replacesList: [], detaileddiffMap: [], ...answer });
  const some = DiffResponse.DiffChanges.DIFF_SOME;
  const path = (name: string, kind: PropertyDiff.Kind = PropertyDiff.Kind.UPDATE) => [
    name,
    { kind, inputdiff: false },
  ];

  it("are there where each change is named", () => {
    expect(missingPaths([diff({ detaileddiffMap: [path("json.a")] })], inputs)).toEqual([]);
  });

  it.each<[string, RecordedCall, string[]]>([
    [
      "no path at all",
      diff({}),
      ["changes and paths do not belong together", "json.a differs and is not named"],
    ],
    [
      "the path of something else",
      diff({ detaileddiffMap: [path("json.a"), path("json.b")] }),
      ["json.b is named and not there"],
    ],
    [
      "a replacement that its path does not tell of",
      diff({ detaileddiffMap: [path("json.a")], replacesList: ["json"] }),
      ["json replaces, and its path does not say so"],
    ],
    [
      "a failure without a property",
      call("check", { news: {} }, { failuresList: [{ property: "", reason: "Something is wrong" }] }),
      ['"Something is wrong" names no property'],
    ],
    [
      "a failure that makes the engine print a secret",
      call(
        "check",
        { news: { name: secretly("x") } },
        { failuresList: [{ property: "name", reason: "name: no" }] },
      ),
      ["name is secret"],
    ],
  ])("are missed in %s", (_what, recorded, problems) => {
    expect(
      missingPaths([recorded], inputs)
        .map((problem) => problem.replace(/^\w+ web: /, ""))
        .sort(),
    ).toEqual(problems.sort());
  });
});
