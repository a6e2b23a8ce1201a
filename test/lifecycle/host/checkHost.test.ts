import { UNKNOWN, type Properties } from "../../../provider/config/values";
import { hostLifecycle } from "../../../provider/resource/lifecycle";

/** What the check finds wrong, as `property: reason`. */
function failures(news: Properties, olds: Properties = {}): string[] {
  return hostLifecycle.check(olds, news).failures.map(({ property, reason }) => `${property}: ${reason}`);
}

describe("which host", () => {
  it.each([
    { what: "hostId", inputs: { hostId: 7 } },
    { what: "name and clientId", inputs: { name: "web1", clientId: 3 } },
    {
      what: "everything that counts at the creation",
      inputs: { name: "web1", clientId: 3, active: true, yaml: "a: 1", yamlAdmin: "b: 2", ifExists: "adopt" },
    },
    { what: "a hostId that is not known yet", inputs: { hostId: UNKNOWN } },
    { what: "name and clientId that are not known yet", inputs: { name: UNKNOWN, clientId: UNKNOWN } },
  ])("accepts $what", ({ inputs }) => {
    expect(failures(inputs)).toEqual([]);
  });

  it.each(["name", "clientId", "ifExists", "active", "yaml", "yamlAdmin"])(
    "refuses %s beside hostId and says which of the two to remove",
    (property) => {
      const value = { clientId: 3, ifExists: "fail", active: true }[property] ?? "text";
      const [failure, ...others] = failures({ hostId: 7, [property]: value });
      expect(failure).toMatch(
        new RegExp(`^${property}: ${property} counts only when a host is created.*Remove ${property}`),
      );
      expect(others).toEqual([]);
    },
  );

  it("refuses hostId beside a name that is not known yet", () => {
    expect(failures({ hostId: UNKNOWN, name: UNKNOWN })).toHaveLength(1);
  });

  it("asks for hostId, or name and clientId, where neither is given", () => {
    expect(failures({ json: {} })).toEqual([
      "hostId: give hostId to adopt an existing host, or name and clientId to create one",
    ]);
  });

  it.each([
    { given: { name: "web1" }, missing: "clientId" },
    { given: { clientId: 3 }, missing: "name" },
  ])("asks for $missing where only the other half is given", ({ given, missing }) => {
    expect(failures(given)).toEqual([
      expect.stringMatching(new RegExp(`^${missing}: ${missing} is required to create a host`)) as string,
    ]);
  });
});

describe("inputs that count only when a host is created", () => {
  const created = { name: "web1", clientId: 3, active: true, yaml: "a: 1", yamlAdmin: "b: 2" };

  it.each([
    { property: "yaml", value: "a: 2" },
    { property: "yamlAdmin", value: "b: 3" },
  ])("refuses a later change of $property and says what can be done", ({ property, value }) => {
    const [failure] = failures({ ...created, [property]: value }, created);
    expect(failure).toMatch(
      new RegExp(
        `^${property}: .*no endpoint changes it afterwards\\. Put the old value back or remove ${property} from the program; to create another host, change its name$`,
      ),
    );
  });

  it("leaves it to the comparison with the state whether another active is what the host is", () => {
    expect(failures({ ...created, active: false }, created)).toEqual([]);
  });

  it.each(["active", "yaml", "yamlAdmin"])("accepts the removal of %s", (property) => {
    const rest: Properties = Object.fromEntries(Object.entries(created).filter(([key]) => key !== property));
    expect(failures(rest, created)).toEqual([]);
  });

  it.each([{ change: { name: "web2" } }, { change: { clientId: 4 } }, { change: { clientId: "4" } }])(
    "accepts a change together with $change, which replaces the host",
    ({ change }) => {
      expect(failures({ ...created, ...change, active: false, yaml: "z: 1" }, created)).toEqual([]);
    },
  );

  it("does not take the same client id, written as text, for another host", () => {
    expect(failures({ ...created, clientId: "3", yaml: "z: 1" }, created)).toHaveLength(1);
  });

  it("does not judge a value that is not known yet", () => {
    expect(failures({ ...created, yaml: UNKNOWN }, created)).toEqual([]);
  });
});

describe("normal form", () => {
  it.each([
    { written: { hostId: "12" }, read: { hostId: 12 } },
    { written: { name: "web1", clientId: "3" }, read: { name: "web1", clientId: 3 } },
    { written: { hostId: 1, json: '{"a":{"b":1}}' }, read: { hostId: 1, json: { a: { b: 1 } } } },
    { written: { hostId: 1, jsonAdmin: "{}" }, read: { hostId: 1, jsonAdmin: {} } },
    { written: { hostId: 1, json: [] }, read: { hostId: 1, json: {} } },
    { written: { hostId: 1, json: undefined, deploy: null }, read: { hostId: 1 } },
    { written: { name: "12", clientId: 3 }, read: { name: "12", clientId: 3 } },
  ])("reads $written as $read", ({ written, read }) => {
    expect(hostLifecycle.check({}, written)).toEqual({ inputs: read, failures: [] });
  });

  it.each([
    { inputs: { hostId: "web1" }, failure: /^hostId: expected an id/ },
    { inputs: { hostId: 0 }, failure: /^hostId: / },
    { inputs: { hostId: 1.5 }, failure: /^hostId: expected an id/ },
    { inputs: { hostId: 1, json: "{broken" }, failure: /^json: expected an object/ },
    { inputs: { hostId: 1, json: "[1]" }, failure: /^json: expected an object/ },
    { inputs: { hostId: 1, json: 5 }, failure: /^json: expected an object/ },
    { inputs: { name: "", clientId: 1 }, failure: /^name: a host needs a name$/ },
    { inputs: { hostId: 1, jsn: {} }, failure: /^jsn: there is no such input; the inputs are hostId, name,/ },
    { inputs: { hostId: 1, deploy: { wiat: true } }, failure: /^deploy\.wiat: there is no such input/ },
    { inputs: { hostId: 1, ownership: "all" }, failure: /^ownership: .*"whole".*"declared"/ },
    { inputs: { hostId: 1, onDestroy: "delete" }, failure: /^onDestroy: .*"keep".*"restore"/ },
    { inputs: { hostId: 1, deploy: { type: "fulldeploy" } }, failure: /^deploy\.type: .*"fullResetDeploy"/ },
    { inputs: { hostId: 1, deploy: { timeout: 0 } }, failure: /^deploy\.timeout: / },
    { inputs: { hostId: 1, deploy: { pollInterval: 0.5 } }, failure: /^deploy\.pollInterval: / },
    { inputs: { hostId: 1, deploy: { triggers: "now" } }, failure: /^deploy\.triggers: / },
  ])("refuses $inputs", ({ inputs, failure }) => {
    expect(failures(inputs)).toEqual([expect.stringMatching(failure) as string]);
  });
});

it.each([
  { json: UNKNOWN },
  { json: { php: UNKNOWN } },
  { json: { sites: [{ name: UNKNOWN }] } },
  { jsonAdmin: UNKNOWN },
  { ownership: UNKNOWN },
  { onDestroy: UNKNOWN },
  { deploy: UNKNOWN },
  { deploy: { type: UNKNOWN, wait: UNKNOWN, timeout: UNKNOWN, triggers: UNKNOWN, whenBusy: UNKNOWN } },
  { deploy: { triggers: [UNKNOWN, 1] } },
])("judges no value that is not known yet, case %#", (inputs) => {
  expect(failures({ hostId: 1, ...inputs })).toEqual([]);
});
