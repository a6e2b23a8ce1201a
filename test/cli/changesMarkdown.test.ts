import fc from "fast-check";
import { parsers } from "prettier/plugins/markdown";
import { cases } from "../full";
import type { ChangedResource, ChangesReport } from "../../provider/cli/changes/changesReport";
import {
  changesMarkdown,
  failureMarkdown,
  commentMarker,
  shortened,
} from "../../provider/cli/changes/changesMarkdown";

const marker = "<!-- pulumi-hostconfig preview hosts production -->";
const limit = 65_536;

const report = (resources: ChangedResource[], more: Partial<ChangesReport> = {}): ChangesReport => ({
  title: (name) => `${resources.length} resources of ${name("hosts/production")} would be changed`,
  columns: { before: "now", after: "after" },
  resources,
  verbs: {
    create: "comes under management",
    update: "would be changed",
    delete: "leaves the program",
    replace: "would be replaced",
  },
  noValues: "Nothing that can be shown.",
  unpublished: [],
  warnings: [],
  next: [],
  ...more,
});

const resource = (index: number, more: Partial<ChangedResource> = {}): ChangedResource => ({
  change: "update",
  resource: `web${index}`,
  urn: `urn:pulumi:production::hosts::hostconfig:index:Host::web${index}`,
  stack: "production",
  project: "hosts",
  label: `Host ${index} (web${index})`,
  ownership: "whole",
  values: [],
  ...more,
});

const values = (count: number, length = 40) =>
  Array.from({ length: count }, (_, index) => ({
    path: `json.key${index}`,
    before: `"${"a".repeat(length)}"`,
    after: `"${"b".repeat(length)}"`,
  }));

const bytes = (text: string) => Buffer.byteLength(text);
const headings = (text: string) => text.match(/^#### /gm)?.length ?? 0;

describe("a comment that is too long", () => {
  it("hides no resource behind one with many keys", () => {
    const all = [resource(1, { values: values(900) }), resource(2, { values: values(2) }), resource(3)];
    const { text, isCut } = changesMarkdown(report(all), marker);
    expect(isCut).toBe(true);
    expect(bytes(text)).toBeLessThanOrEqual(limit);
    expect(headings(text)).toBe(3);
    expect(text).toContain("| `json.key1` |");
    // Its neighbor's table is whole, and its own is as long as there is room for.
    expect(text.match(/`json\.key[01]`/g)).toHaveLength(4);
    expect(text).toMatch(/^… and \d+ more values\.$/m);
    expect(bytes(text)).toBeGreaterThan(limit - 1000);
  });

  it("shares the room among the tables", () => {
    const all = [10, 400, 400, 400].map((count, index) => resource(index, { values: values(count) }));
    const { text } = changesMarkdown(report(all), marker);
    const rows = text.split("#### ").map((section) => section.match(/^\| `/gm)?.length ?? 0);
    expect(rows[1]).toBe(10);
    expect(Math.max(...rows.slice(2)) - Math.min(...rows.slice(2))).toBeLessThanOrEqual(1);
    expect(rows[2]).toBeGreaterThan(50);
  });

  it("shows replacements, deployment types and removed keys of resources whose tables are cut", () => {
    const removed = [...values(800), { path: "json.gone", before: "1", after: undefined }];
    const all = [
      resource(1, { values: values(900) }),
      resource(2, { values: removed, deployType: "fullDeleteDeploy" }),
      resource(3, { change: "replace", values: values(800) }),
    ];
    const { text } = changesMarkdown(report(all), marker);
    expect(text).toContain("- **Deployment type:** `fullDeleteDeploy`");
    expect(text).toContain("- **Removed:** `json.gone`");
    expect(text).toContain("| `json.gone` | `1` | – |");
    expect(text).toContain("#### `Host 3 (web3)` would be replaced");
  });

  it("counts values, then names resources, then counts those without dangers, as they become more", () => {
    const many = (count: number) => {
      const all = Array.from({ length: count }, (_, index) => resource(index, { values: values(20, 150) }));
      const dangerous = resource(count, { change: "delete" });
      return changesMarkdown(report([...all, dangerous]), marker).text;
    };
    const counts = many(200);
    expect(headings(counts)).toBe(201);
    expect(counts).toMatch(/^20 values\.$/m);
    const names = many(600);
    expect(headings(names)).toBe(0);
    for (let index = 0; index <= 600; index += 1) expect(names).toContain(`\`Host ${index} (web${index})\``);
    const rest = many(3000);
    expect(rest.indexOf("`Host 3000 (web3000)` leaves the program")).toBeLessThan(rest.indexOf("`Host 0 "));
    expect(rest).toMatch(/^- … and \d+ more resources$/m);
    for (const text of [counts, names, rest]) expect(bytes(text)).toBeLessThanOrEqual(limit);
  });

  it("tells how many of those that are only counted are dangerous", () => {
    const all = Array.from({ length: 3000 }, (_, index) => resource(index, { change: "delete" }));
    const { text } = changesMarkdown(report(all), marker);
    expect(text).toMatch(
      /… and (\d+) more resources, \*\*\1 of them replaced, deleted or with keys removed\*\*/,
    );
  });

  it("bounds warnings and what is not published", () => {
    const warnings = Array.from({ length: 500 }, (_, index) => `${"x".repeat(index)} ${"é".repeat(5000)}`);
    const unpublished = Array.from({ length: 2000 }, (_, index) => ({ ...resource(index), latest: "no" }));
    const { text, isCut } = changesMarkdown(report([resource(1)], { warnings, unpublished }), marker);
    expect(isCut).toBe(true);
    expect(bytes(text)).toBeLessThanOrEqual(limit);
    expect(headings(text)).toBe(2);
    expect(text).toMatch(/… and \d+ more warnings\./);
    expect(text).toMatch(/… and \d+ more resources/);
  });

  it.each(["x", "é", "`", "\n", "😀"])("has a failure of any length: %j", (letter) => {
    const text = failureMarkdown("The preview failed", marker, letter.repeat(200_000), ["`doctor`"]);
    expect(bytes(text)).toBeLessThanOrEqual(limit);
    expect(text).toContain("\n- `doctor`\n");
    expect(text).not.toContain("\ufffd");
  });
});

/** Texts that mean something in Markdown, with a word by which they are found outside of code. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "`",
        "``",
        "|",
        "\\",
        "\\|",
        "\n",
        "\n\n",
        "# ",
        "- ",
        "> ",
        "@team",
        "#12",
        "<details>",
        "</sub>",
        "<!--",
        "-->",
        "<img src=x>",
        "[a](http://x.example)",
        "![a](b)",
        "**",
        "_",
        "~~",
        "```",
        "    ",
        "http://x.example",
        "www.x.example",
        "&lt;",
        "| --- |",
        "\u2028",
        "é",
        "😀",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `zzdata${parts.join("")}zzdata`);

const anyValue = fc.record({
  path: nasty,
  before: fc.option(
    nasty.map((text) => JSON.stringify(text)),
    { nil: undefined },
  ),
  after: fc.option(nasty, { nil: undefined }),
});

const anyResource = fc.record({
  change: fc.constantFrom("create", "update", "delete", "replace" as const),
  resource: nasty,
  urn: nasty,
  stack: nasty,
  project: nasty,
  label: nasty,
  ownership: fc.constantFrom("whole", "declared", undefined),
  values: fc.array(anyValue, { maxLength: 8 }),
  deployType: nasty,
}) as fc.Arbitrary<ChangedResource>;

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* nodesIn(child);
}

/** Every kind of node that the comment itself has; `html` are its marker and its small print. */
const expected = new Set([
  "root",
  "html",
  "heading",
  "paragraph",
  "text",
  "sentence",
  "word",
  "whitespace",
  "list",
  "listItem",
  "strong",
  "inlineCode",
  "code",
  "table",
  "tableRow",
  "tableCell",
]);

const parse = (text: string): Node => parsers.markdown.parse(text, {} as never) as Node;

it("lets no text of the service or of a program take effect, and stays within its size", () => {
  fc.assert(
    fc.property(
      fc.array(anyResource, { maxLength: 5 }),
      fc.array(nasty, { maxLength: 3 }),
      fc.constantFrom(1, 1, 1, 400),
      (some, warnings, times) => {
        const resources = Array.from({ length: times }, () => some).flat();
        const unpublished = some.map((one) => ({ ...one, latest: one.label }));
        const title: ChangesReport["title"] = (name) =>
          `${times} of ${name(`${some[0]?.project ?? "none"}!`)} change`;
        const made = changesMarkdown(report(resources, { title, warnings, unpublished }), marker);
        expect(bytes(made.text)).toBeLessThanOrEqual(limit);
        if (times > 1) return;
        for (const text of [made.text, failureMarkdown("It failed", marker, warnings.join("\n"), [])]) {
          for (const { type, value = "", children = [] } of nodesIn(parse(text))) {
            expect(expected).toContain(type);
            if (type === "text" || type === "word") expect(value).not.toContain("zzdata");
            if (type === "html") expect([marker, "<sub>", "</sub>"]).toContain(value);
            if (type === "tableRow") expect(children).toHaveLength(3);
          }
        }
        expect(headings(made.text)).toBe(resources.length + Number(unpublished.length > 0));
      },
    ),
    { numRuns: cases(100) },
  );
});

it("names every one of hundreds of resources, whatever they are called", () => {
  fc.assert(
    fc.property(fc.array(anyResource, { minLength: 1, maxLength: 4 }), (some) => {
      const resources = Array.from({ length: 150 }, (_, index) => ({
        ...(some[index % some.length] ?? resource(index)),
        label: `Host ${index} (web)`,
      }));
      const { text } = changesMarkdown(report(resources), marker);
      expect(bytes(text)).toBeLessThanOrEqual(limit);
      for (const { label } of resources) expect(text).toContain(`\`${label}\``);
    }),
    { numRuns: cases(50) },
  );
});

it("cuts a name at the end of a character", () => {
  expect(shortened("😀".repeat(200))).toBe(`${"😀".repeat(120)}…`);
});

it("has no line that GitLab takes for a quick action", () => {
  for (const text of [
    failureMarkdown("It failed", marker, "```\n/close\n````\n/approve", []),
    changesMarkdown(report([], { warnings: ["/merge\n````\n/close"] }), marker).text,
  ]) {
    expect(text).toMatch(/^ \/close$/m);
    expect(text).not.toMatch(/^\//m);
  }
});

it("has a marker that nothing can leave", () => {
  const surroundings = { cwd: "/" } as Parameters<typeof commentMarker>[1];
  expect(commentMarker("preview", surroundings, "a--> <b>\n@x")).toBe(
    "<!-- pulumi-hostconfig preview project a-----b---x -->",
  );
});
