import fc from "fast-check";
import { deployStatusAnswer } from "../../provider/api/deployments";
import { credentials, host } from "../../provider/api/hosts";
import { configuration } from "../../provider/api/schemas";

const record = { id: 12, name: "web1" };

describe("records", () => {
  it.each<[unknown, unknown]>([
    [{ a: [] }, { a: [] }],
    ['{"a": []}', { a: [] }],
    ["", {}],
    ["  ", {}],
    ["null", {}],
    ["[]", {}],
    [null, {}],
    [[], {}],
    [undefined, undefined],
  ])("json %j is %j", (json, expected) => {
    expect(host.parse({ ...record, json }).json).toEqual(expected);
  });

  it("json that is left out is undefined", () => {
    expect(host.parse(record).json).toBeUndefined();
  });

  it.each([5, true, "5", "{", "text", [1], '["a"]'])("json %j is refused", (json) => {
    expect(host.safeParse({ ...record, json }).success).toBe(false);
  });

  it.each(["object", "text"])("json keeps every key, __proto__ included, as %s", (form) => {
    const text = '{"__proto__": {"polluted": true}, "constructor": 1, "a": {"__proto__": []}}';
    const json: unknown = form === "text" ? text : JSON.parse(text);
    const read = host.parse({ ...record, json }).json;
    expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.hasOwn(read ?? {}, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("json is the same as object and as text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (dictionary) => {
        const text = JSON.stringify(dictionary);
        expect(configuration.parse(text)).toEqual(configuration.parse(JSON.parse(text)));
      }),
    );
  });

  it.each([
    [1, true],
    [0, false],
    ["1", true],
    ["0", false],
    [true, true],
    [false, false],
    [null, undefined],
    [undefined, undefined],
  ])("active %j is %j", (active, expected) => {
    expect(host.parse({ ...record, active }).active).toBe(expected);
  });

  it("ids may be digits", () => {
    expect(host.parse({ ...record, id: "12", client_id: "3" })).toMatchObject({ id: 12, clientId: 3 });
  });

  it.each([null, "", "12.5", -1, 1.5, "0x10", true, {}])("%j is no id", (id) => {
    expect(host.safeParse({ ...record, id }).success).toBe(false);
  });

  it("unknown fields do no harm, null stands for absent", () => {
    expect(
      host.parse({ ...record, company: {}, client_id: null, created_at: null, monitoring: null }),
    ).toEqual({
      id: 12,
      name: "web1",
      clientId: undefined,
      active: undefined,
      json: undefined,
      createdAt: undefined,
      updatedAt: undefined,
      monitoring: undefined,
    });
  });

  it.each([
    ["paused", "paused"],
    [null, undefined],
  ])("publishing_status %j is %j", (publishing_status, expected) => {
    expect(deployStatusAnswer.parse({ publishing_status }).publishingStatus).toBe(expected);
  });

  it("a deploy status may be is_deploying alone", () => {
    expect(deployStatusAnswer.parse({ is_deploying: true }).isDeploying).toBe(true);
  });

  it.each([[], {}, null, "x"])("a deploy status is not %j", (answer) => {
    expect(deployStatusAnswer.safeParse(answer).success).toBe(false);
  });

  it.each([
    [
      { user: "root", password: "x" },
      { user: "root", password: "x" },
    ],
    [{ user: "root" }, { user: "root", password: null }],
    [{ user: null, password: null }, undefined],
    [[], undefined],
    [null, undefined],
  ])("master_user %j is %j", (master_user, expected) => {
    expect(credentials.parse({ master_user }).masterUser).toEqual(expected);
  });
});
