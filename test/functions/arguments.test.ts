import type { z } from "zod";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import type { Properties } from "../../provider/config/values";
import { FunctionArgumentsError } from "../../provider/functions/definition";
import { functionNamed, functions, type FunctionName } from "../../provider/functions/functions";

/** A service that must not be asked. */
const noApi = {} as HostConfigApi;

const refused: [FunctionName, Properties, string][] = [
  ["getHost", {}, "getHost: hostId: give hostId, or name (and clientId where the name alone is not unique)."],
  ["getHost", { clientId: 3 }, "getHost: hostId: give hostId, or name"],
  [
    "getHost",
    { hostId: 12, name: "web1" },
    "getHost: name and hostId exclude each other; remove one of the two.",
  ],
  ["getHost", { hostId: 12, clientId: 3 }, "getHost: clientId and hostId exclude each other"],
  ["getHost", { name: "" }, "getHost: name must not be empty."],
  ["getHost", { hostId: "web1" }, "getHost: hostId: expected an id, a whole number."],
  ["getHost", { hostId: 1.5 }, "getHost: hostId: expected an id, a whole number."],
  ["getHosts", { seach: "web" }, "getHosts: seach: there is no such input; the inputs are search, clientId."],
  ["getGroup", {}, "getGroup: groupId: give groupId, or name"],
  ["getGroup", { groupId: 3, name: "production" }, "getGroup: name and groupId exclude each other"],
  ["getClient", {}, "getClient: clientId"],
  ["getDeployStatus", { hostId: null }, "getDeployStatus: hostId"],
];

describe("the arguments of a function", () => {
  it.each(refused)("of %s are refused as %j before any request", async (name, args, message) => {
    const called = functions[name].invoke({ api: noApi }, args);
    await expect(called).rejects.toThrow(FunctionArgumentsError);
    await expect(called).rejects.toThrow(message);
  });

  it("are told one by one where several are wrong", async () => {
    const error: unknown = await functions.getHosts
      .invoke({ api: noApi }, { search: 12, clientId: true })
      .catch((reason: unknown) => reason);
    expect((error as FunctionArgumentsError).failures.map(({ property }) => property)).toEqual([
      "search",
      "clientId",
    ]);
  });
});

describe("the functions", () => {
  it("are found by their names, and nothing else is", () => {
    expect(functionNamed("getHost")).toBe(functions.getHost);
    expect(functionNamed("toString")).toBeUndefined();
  });

  it.each(Object.entries(functions))(
    "have %s under its own name, every member described",
    (name, definition) => {
      expect(definition.name).toBe(name);
      const members: Record<string, z.ZodType> = { ...definition.args.shape, ...definition.result.shape };
      expect(Object.entries(members).filter(([, member]) => member.description === undefined)).toEqual([]);
    },
  );
});
