import fc from "fast-check";
import { readPropertyPath, writePropertyPath } from "../../provider/plugin/propertyPaths";

describe("a property path", () => {
  it.each([
    [["json", "php", "version"], "json.php.version"],
    [["json", "sites", 0, "name"], "json.sites[0].name"],
    [["json", "a.b"], 'json["a.b"]'],
    [["json", 'say "hi"'], 'json["say \\"hi\\""]'],
    [["json", ""], 'json[""]'],
    [["json", "back\\slash"], 'json["back\\slash"]'],
  ])("%j is written %s", (path, text) => {
    expect(writePropertyPath(path)).toBe(text);
    expect(readPropertyPath(text)).toEqual(path);
  });

  it.each([
    ["json.*.version", ["json", "*", "version"]],
    ["json.sites[*]", ["json", "sites", "*"]],
    ['["json"].php', ["json", "php"]],
  ])("%s is read with its wildcards", (text, path) => {
    expect(readPropertyPath(text)).toEqual(path);
  });

  it("is read as it was written", () => {
    const step = fc.oneof(
      fc.nat(99),
      fc.string().filter((key) => !key.endsWith("\\") && !key.includes('\\"')),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (path) => {
        expect(readPropertyPath(writePropertyPath(path))).toEqual(path);
      }),
    );
  });
});
