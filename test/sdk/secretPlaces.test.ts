import { secretSignature, signatureKey } from "../../provider/engine/signatures";
import { secretsOf } from "../../provider/plugin/operations/secretsOf";
import { markPlaces, wordsAt } from "../../sdk/secretPlaces";

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

describe("secrets inside the JSON text of a configuration", () => {
  const json = '{"big":9007199254740993,"db":{"password":"hunter2-password"}}';

  it.each([
    ["as a whole", ["json"]],
    ["where a part was secret when it still was an object", ["json", "db", "password"]],
  ])("are known to both providers, %s", (_, place) => {
    expect(wordsAt({ json }, [place])).toContain("hunter2-password");
    const received = { properties: { json }, secrets: [place] };
    expect(secretsOf(received).words).toContain("hunter2-password");
  });

  it("keep the whole text secret", () => {
    expect(markPlaces({ json }, [["json", "db", "password"]])).toEqual({ json: secret(json) });
  });
});
