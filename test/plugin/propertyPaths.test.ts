import fc from "fast-check";
import { readPropertyPath, writePropertyPath } from "../../provider/plugin/propertyPaths";
import { openText } from "../../provider/runtime/carriedText";
import { cases } from "../full";

describe("a property path", () => {
  it.each([
    [["json", "php", "version"], "json.php.version"],
    [["json", "sites", 0, "name"], "json.sites[0].name"],
    [["json", "a.b"], 'json["a.b"]'],
    [["json", 'say "hi"'], 'json["say \\"hi\\""]'],
    [["json", ""], 'json[""]'],
    [["json", "back\\slash"], 'json["back\\slash"]'],
  ])("%j is written %s", (path, text) => {
    expect(writePropertyPath(path)).toEqual({ text, exact: true });
    expect(readPropertyPath(text)).toEqual(path);
  });

  it.each([
    ["json.*.version", ["json", "*", "version"]],
    ["json.sites[*]", ["json", "sites", "*"]],
    ['["json"].php', ["json", "php"]],
  ])("%s is read with its wildcards", (text, path) => {
    expect(readPropertyPath(text)).toEqual(path);
  });

  it.each([
    [["json", "autoload", "App\\"], "json.autoload"],
    [["json", "App\\", "path", 0], "json"],
    [["json", "a", 'say "hi\\'], "json.a"],
  ])("%j is named by its parent %s", (path, text) => {
    expect(writePropertyPath(path)).toEqual({ text, exact: false });
    expect(pulumiPath(text)).toEqual(path.slice(0, pulumiPath(text).length));
  });

  const piece = fc.constantFrom(
    "\\",
    '"',
    "[",
    "]",
    ".",
    "*",
    "\n",
    "<{%",
    "a",
    "é",
    "\ud800",
    " ",
    "\u0000",
  );
  const key = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.string(),
  );
  const paths = fc.array(fc.oneof(fc.nat(99), key), { minLength: 1 }).map((path) => ["json", ...path]);

  it("is read by Pulumi's own parser as it was written, or as a parent, whatever the keys are", () => {
    fc.assert(
      fc.property(paths, (path) => {
        const { text, exact } = writePropertyPath(path);
        const read = pulumiPath(text).map((step) => (typeof step === "string" ? openText(step) : step));
        expect(read).toEqual(path.slice(0, read.length));
        expect(read.length === path.length).toBe(exact);
      }),
      { numRuns: cases(2000) },
    );
  });

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(paths, (path) => {
        const { text, exact } = writePropertyPath(path);
        if (exact) expect(readPropertyPath(text)).toEqual(path);
      }),
      { numRuns: cases(2000) },
    );
  });
});

/** `resource.ParsePropertyPath` of Pulumi's Go SDK 3.230.0, statement by statement. */
function pulumiPath(path: string): (string | number)[] {
  const elements: (string | number)[] = [];
  let rest = path;
  while (rest.length > 0) {
    if (rest.startsWith(".")) {
      rest = rest.slice(1);
      if (rest === "") throw new Error("expected property path to end with a name or index");
    } else if (rest.startsWith('["')) {
      let name = "";
      let at = 2;
      for (;;) {
        if (at >= rest.length) throw new Error("missing closing quote in property name");
        if (rest[at] === '"') break;
        if (rest[at] === "\\" && rest[at + 1] === '"') at += 1;
        name += rest.charAt(at);
        at += 1;
      }
      if (rest[at + 1] !== "]") throw new Error("missing closing bracket in property access");
      elements.push(name);
      rest = rest.slice(at + 2);
    } else if (rest.startsWith("[")) {
      const end = rest.indexOf("]");
      if (end === -1) throw new Error("missing closing bracket in array index");
      const index = rest.slice(1, end);
      if (index !== "*" && !/^[+-]?\d+$/.test(index)) throw new Error("invalid array index");
      elements.push(index === "*" ? index : Number(index));
      rest = rest.slice(end + 1);
    } else {
      const end = rest.search(/[.[]/);
      elements.push(end === -1 ? rest : rest.slice(0, end));
      rest = end === -1 ? "" : rest.slice(end);
    }
  }
  return elements;
}
