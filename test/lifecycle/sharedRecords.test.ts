import fc from "fast-check";
import type { JsonObject } from "../../provider/api/json";
import { ownedKeys, ownInCommon } from "../../provider/config/ownership";
import { UNKNOWN, type Properties } from "../../provider/config/values";
import { SharedRecords } from "../../provider/resource/sharedRecords";

const urn = (name: string) => `urn:pulumi:dev::p::hostconfig:index:Host::${name}`;

/** What is said of the second of two resources of a program. */
function said(first: Properties, second: Properties): string[] {
  const shared = new SharedRecords();
  return [...shared.checked(urn("first"), first), ...shared.checked(urn("second"), second)];
}

const declared = (json: JsonObject): Properties => ({ hostId: 7, ownership: "declared", json });

describe("two resources of a program on one record", () => {
  it("are told of each other, and what to do", () => {
    expect(said({ hostId: 7, json: { a: 1 } }, { hostId: 7, json: { a: 1 } })).toEqual([
      'Host 7 is managed by "first" of this program, too: each of the two undoes what the other one saves. Manage it with one resource, or give both ownership "declared" and keys of their own.',
    ]);
  });

  it("are told of a group as well, and not of a host with a group's id", () => {
    const group = { groupId: 7, json: {} };
    expect(said(group, group)).toEqual([expect.stringMatching(/^Group 7 is managed by "first"/)]);
    expect(said(group, { hostId: 7, json: {} })).toEqual([]);
  });

  it.each<[string, Properties, Properties]>([
    ["another host", { hostId: 7, json: {} }, { hostId: 8, json: {} }],
    ["keys of their own", declared({ php: { version: "8.2" } }), declared({ php: { memory: "1G" } })],
    ["only one that manages json", { hostId: 7, json: {} }, { hostId: 7, deploy: { triggers: [1] } }],
    ["json in one and jsonAdmin in the other", { hostId: 7, json: {} }, { hostId: 7, jsonAdmin: {} }],
    ["keys that are not known yet", declared({ a: 1 }), { hostId: 7, ownership: "declared", json: UNKNOWN }],
    ["an id that is not known yet", { hostId: 7, json: {} }, { hostId: UNKNOWN, json: {} }],
  ])("are left alone with %s", (_what, first, second) => {
    expect(said(first, second)).toEqual([]);
  });

  it.each<[string, Properties, Properties, RegExp]>([
    [
      "a key of both",
      declared({ php: { version: "8.2" } }),
      declared({ php: { version: "8.3" } }),
      /every key/,
    ],
    [
      "a key of one inside the other's",
      declared({ php: { version: "8.2" } }),
      declared({ php: 8 }),
      /every key/,
    ],
    ["a list of both", declared({ sites: [1] }), declared({ sites: [2] }), /every key/],
    [
      "a value that is not known yet",
      declared({ a: 1 }),
      { ...declared({}), json: { a: UNKNOWN } },
      /every key/,
    ],
    ["all keys in one of them", declared({ a: 1 }), { hostId: 7, json: { b: 1 } }, /Manage it with one/],
    [
      "jsonAdmin in both",
      { hostId: 7, jsonAdmin: {} },
      { hostId: 7, jsonAdmin: UNKNOWN },
      /jsonAdmin to one/,
    ],
  ])("are told of %s", (_what, first, second, message) => {
    expect(said(first, second)).toEqual([expect.stringMatching(message)]);
  });

  it("are told of each other once, however often they are checked and compared", () => {
    const shared = new SharedRecords();
    const inputs = { hostId: 7, json: {} };
    shared.checked(urn("first"), inputs);
    expect(shared.checked(urn("second"), inputs)).toHaveLength(1);
    expect(shared.compared(urn("second"), "Host", "7")).toEqual([]);
    expect(shared.compared(urn("first"), "Host", "7")).toEqual([]);
  });
});

describe("which record a resource manages", () => {
  it("is known from the state where the resource has created its host", () => {
    const shared = new SharedRecords();
    shared.checked(urn("first"), { hostId: 7, json: {} });
    expect(shared.checked(urn("second"), { name: "web", clientId: 1, json: {} })).toEqual([]);
    expect(shared.compared(urn("second"), "Host", "7")).toHaveLength(1);
  });

  it("does not count for a resource that is in the state and not in the program", () => {
    const shared = new SharedRecords();
    expect(shared.compared(urn("former"), "Host", "7")).toEqual([]);
    expect(shared.checked(urn("renamed"), { hostId: 7, json: {} })).toEqual([]);
  });

  it("is another one after a replacement", () => {
    const shared = new SharedRecords();
    shared.checked(urn("first"), { hostId: 7, json: {} });
    shared.checked(urn("first"), { hostId: 8, json: {} });
    expect(shared.checked(urn("second"), { hostId: 7, json: {} })).toEqual([]);
    expect(shared.checked(urn("third"), { hostId: 8, json: {} })).toHaveLength(1);
  });

  it("is told with the name that the program gives, whatever it holds", () => {
    const shared = new SharedRecords();
    shared.checked(`${urn("a")}::b`, { hostId: 7, json: {} });
    expect(shared.checked(urn("second"), { hostId: 7, json: {} })).toEqual([
      expect.stringContaining('"a::b"'),
    ]);
  });
});

describe("owned keys", () => {
  const configuration = fc.object({
    maxDepth: 3,
    maxKeys: 4,
    values: [fc.integer()],
  }) as fc.Arbitrary<JsonObject>;
  const owned = (json: JsonObject) => ownedKeys(declared(json)) ?? "all";

  it("are in common whichever side is asked", () => {
    fc.assert(
      fc.property(configuration, configuration, (left, right) => {
        expect(ownInCommon(owned(left), owned(right))).toBe(ownInCommon(owned(right), owned(left)));
      }),
    );
  });

  it("are in common with themselves exactly where there are any", () => {
    const leaves = (value: unknown): number =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.values(value).reduce<number>((sum, member) => sum + leaves(member), 0)
        : 1;
    fc.assert(
      fc.property(configuration, (json) => {
        expect(ownInCommon(owned(json), owned(json))).toBe(leaves(json) > 0);
      }),
    );
  });
});
