import { repeater } from "../../provider/api/redact";
import { fromEngine, markPlaces, placesOf, respelledPlaces } from "../../provider/dynamic/values";
import { secretsOf } from "../../provider/runtime/secrets";
import { carryText, openText, secretSignature, signatureKey } from "../../provider/runtime/carriedText";

const secret = (value: unknown) => ({ [signatureKey]: secretSignature, value });

describe("marking the places of secrets in what a dynamic resource gives back", () => {
  it("marks the value at each place and nothing else", () => {
    const properties = { json: { database: { password: "s3cret", user: "root" }, size: 1 }, name: "web" };
    expect(markPlaces(properties, [["json", "database", "password"]])).toEqual({
      json: { database: { password: secret("s3cret"), user: "root" }, size: 1 },
      name: "web",
    });
  });

  it("marks a list as a whole, because its items may have moved", () => {
    expect(markPlaces({ json: { keys: ["a", "b"] } }, [["json", "keys", 1]])).toEqual({
      json: { keys: secret(["a", "b"]) },
    });
  });

  it("marks what has taken the place of an object with a secret in it", () => {
    expect(markPlaces({ json: { database: "gone" } }, [["json", "database", "password"]])).toEqual({
      json: { database: secret("gone") },
    });
  });

  it("marks an input that is secret as a whole", () => {
    expect(markPlaces({ json: { a: 1 } }, [["json"]])).toEqual({ json: secret({ a: 1 }) });
  });

  it("adds nothing where a secret is gone, and changes nothing where there never was one", () => {
    expect(markPlaces({ json: { a: 1 } }, [["json", "b"], ["other"]])).toEqual({ json: { a: 1 } });
    expect(markPlaces({ json: { a: 1 } }, undefined)).toEqual({ json: { a: 1 } });
  });
});

describe("secrets under keys that go to the engine as something else", () => {
  const key = carryText("<{%key%}>");
  const properties = { json: { [key]: "hunter2-password", plain: "hunter2-password" } };

  it.each([
    ["as they are", "<{%key%}>", true],
    ["as they are carried", key, false],
    ["as they could be carried", 'hostconfig:text:"plain"', true],
  ])("are known and marked if the program writes them %s", (_, written, respelled) => {
    const places = [["json", written]];
    const received = { properties: fromEngine(properties), secrets: placesOf(places) };
    expect(secretsOf(received).words).toContain("hunter2-password");
    expect(placesOf(places)).toEqual([["json", openText(written)]]);
    expect(respelledPlaces(places)).toEqual(respelled ? places : []);
    const marked = carryText(openText(written));
    expect(markPlaces(properties, places)).toEqual({
      json: { ...properties.json, [marked]: secret("hunter2-password") },
    });
  });
});

describe("what a read found", () => {
  const before = { json: { same: "a s3cret", a: 1, b: 1, c: [1], d: 1, password: "s3cret" } };
  const reread = { before, repeatsSecret: repeater(["s3cret"]) };
  const places = [["json", "password"]];

  it("is secret where others have put a text that repeats a secret, also inside a list", () => {
    const json = {
      ...before.json,
      a: "db://s3cret@db",
      b: { deep: "s3cre%74" },
      c: [{ x: "s3cret" }],
      d: "new",
    };
    expect(markPlaces({ json }, places, reread)).toEqual({
      json: {
        same: "a s3cret",
        a: secret("db://s3cret@db"),
        b: { deep: secret("s3cre%74") },
        c: secret([{ x: "s3cret" }]),
        d: "new",
        password: secret("s3cret"),
      },
    });
  });
});

describe("secrets inside the JSON text of a configuration", () => {
  const json = '{"big":9007199254740993,"db":{"password":"hunter2-password"}}';

  it.each([
    ["as a whole", ["json"]],
    ["where a part was secret when it still was an object", ["json", "db", "password"]],
  ])("are known to both providers, %s", (_, place) => {
    const received = { properties: { json }, secrets: [place] };
    expect(secretsOf(received).words).toContain("hunter2-password");
  });

  it("keep the whole text secret", () => {
    expect(markPlaces({ json }, [["json", "db", "password"]])).toEqual({ json: secret(json) });
  });
});
