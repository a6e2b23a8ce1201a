import fc from "fast-check";
import { leaves, redactor, yamlLeaves } from "../../provider/api/redact";
import { readServiceWords } from "../../provider/api/serviceMessage";

const asIs = (text: string) => text;
const words = (body: unknown) =>
  readServiceWords(typeof body === "string" ? body : JSON.stringify(body), asIs);

describe("the service's words", () => {
  it.each<[unknown, string | undefined]>([
    [{ error: "Forbidden" }, "Forbidden"],
    [{ message: "Unauthenticated." }, "Unauthenticated."],
    [{ error: { message: "No such host", code: 7 } }, "No such host"],
    [{ error: "Forbidden", message: "Not yours" }, "Forbidden: Not yours"],
    [{ error: "Forbidden", message: "Not yours", detail: "Ask", code: "E7" }, "Forbidden: Not yours"],
    [{ title: "Conflict", detail: "Is deploying" }, "Is deploying: Conflict"],
    [{ message: "Invalid.", errors: { name: ["taken"] } }, "Invalid."],
    ["Bad Gateway", "Bad Gateway"],
    ['"quoted"', "quoted"],
    ["<html><head><title>502 Bad\n Gateway</title></head><body>…", 'HTML page "502 Bad Gateway"'],
    ["<h1>Oops</h1>", 'HTML page "Oops"'],
    ["<br>", "an HTML page"],
    [{ oops: 1 }, '{"oops":1}'],
    ["{broken", "{broken"],
    ["", undefined],
    ["   ", undefined],
    ["null", undefined],
    [{}, undefined],
    [[], undefined],
    [{ error: "" }, '{"error":""}'],
  ])("%j says %j", (body, message) => {
    expect(words(body).message).toBe(message);
  });

  it.each<[unknown, [string, string][]]>([
    [{ errors: { name: ["taken", "too short"] } }, [["name", "taken"], ["name", "too short"]]], // prettier-ignore
    [{ errors: { name: "taken" } }, [["name", "taken"]]],
    [{ errors: [{ field: "name", message: "taken" }] }, [["name", "taken"]]],
    [{ errors: ["name is taken"] }, [["", "name is taken"]]],
    [{ errors: { json: { php: ["unknown"] } } }, [["json.php", "unknown"]]],
    [{ error: { name: ["taken"] } }, [["name", "taken"]]],
    [{ error: { errors: { name: ["taken"] } } }, [["name", "taken"]]],
    [{ message: { name: ["taken"] } }, [["name", "taken"]]],
    [{ name: ["taken"] }, [["name", "taken"]]],
    [{ detail: [{ loc: ["body", "name"], msg: "taken" }] }, [["body.name", "taken"]]],
    [{ violations: [{ propertyPath: "name", title: "taken" }] }, [["name", "taken"]]],
    [[{ path: ["name"], message: "taken" }], [["name", "taken"]]],
    [{ error: "Forbidden" }, []],
    [{ error: { message: "No", code: 7 } }, []],
    ["taken", []],
  ])("%j has the field errors %j", (body, expected) => {
    expect(words(body).fieldErrors.map(({ field, message }) => [field, message])).toEqual(expected);
  });

  it("show control characters and invisible signs, and hold no formatting", () => {
    const body = {
      error: "\u001b[31mred\u001b[0m \u001b]0;title\u0007line\nnext\t\u202eturned\u200b \u0000end",
    };
    expect(words(body).message).toBe("red line next \\u202eturned\\u200b \\u0000end");
  });

  it("are clipped to 300 characters, and no sign is cut in half", () => {
    const { message } = words({ error: "😀".repeat(1000) });
    expect(Array.from(message ?? "")).toHaveLength(300);
    expect(message?.endsWith("😀…")).toBe(true);
  });

  it("are found in any body without throwing", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.jsonValue().map((value) => JSON.stringify({ errors: value }))), // prettier-ignore
        (body) => {
          const { message, fieldErrors } = words(body);
          expect(Array.from(message ?? "").length).toBeLessThanOrEqual(300);
          expect(/[\p{Cc}]/u.test([message, ...fieldErrors.map((error) => error.message)].join(""))).toBe(
            false,
          );
        },
      ),
    );
  });

  it.each([
    ["deep", "[".repeat(100_000) + "]".repeat(100_000)],
    ["deep in errors", `{"errors":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`],
    ["long", "x".repeat(5_000_000)],
    ["long HTML", `<${"<title".repeat(200_000)}`],
    ["full of escapes", `${String.fromCharCode(27)}]`.repeat(300_000)],
  ])("are found in a body that is %s, in a time that does not grow with its square", (_, body) => {
    const started = performance.now();
    words(body);
    // What grows with the square of the length takes minutes; all else is a matter of the machine.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("secrets", () => {
  it("are replaced in every spelling, the longest first", () => {
    const redact = redactor(["p4ss", 'p4ss"word', "a b/c"]);
    expect(redact('x p4ss y p4ss"word z p4ss\\"word a%20b%2Fc')).toBe(
      "x [secret] y [secret] z [secret] [secret]",
    );
  });

  it("of a JSON document are its texts and numbers at any depth", () => {
    expect([...leaves({ a: ["one", { b: "two" }], c: 12345, d: null, e: true })].sort()).toEqual([
      "12345",
      "one",
      "two",
    ]);
    expect([...leaves(undefined)]).toEqual([]);
  });

  it("of a YAML text are its values too", () => {
    expect([...yamlLeaves("db:\n  root: 'p4ss: 1'\n  - item\nport: 3306")]).toEqual(
      expect.arrayContaining(["p4ss: 1", "item", "3306"]),
    );
  });

  it("never survive", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 4, maxLength: 12 }), { maxLength: 4 }),
        fc.string(),
        (secrets, text) => {
          const redacted = redactor(secrets)(secrets.join(text));
          for (const secret of secrets) {
            if (!"[secret]".includes(secret) && !text.includes(secret) && !/[[\]secrt]/.test(secret)) {
              expect(redacted).not.toContain(secret);
            }
          }
        },
      ),
    );
  });
});
