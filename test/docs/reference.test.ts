import { join } from "node:path";
import { regionsOf, withRegions } from "../../scripts/docs/markedRegions";
import { pagesOf, remade, type Page } from "../../scripts/docs/pages";
import { referenceTables } from "../../scripts/docs/referenceTables";

let pages: Page[];
beforeAll(async () => {
  pages = await pagesOf(join(__dirname, "..", "..", "docs"));
});

describe("the reference in docs/", () => {
  it("is what the definitions give today (else: npm run docs)", () => {
    for (const page of pages) expect({ ...page, text: remade(page) }).toEqual(page);
  });

  it("has every part in exactly one place", () => {
    const placed = pages.flatMap(({ text }) => regionsOf(text));
    expect(placed.sort()).toEqual([...referenceTables().keys()].sort());
  });

  it("refuses a part that there is not", () => {
    const page = "<!-- made by `npm run docs`: Hots inputs -->\n<!-- end -->";
    expect(() => withRegions(page, referenceTables())).toThrow(
      'There is no part "Hots inputs" of the reference. The parts are configuration, Host inputs',
    );
  });

  it("replaces what somebody has written into a part", () => {
    const page = "a\n<!-- made by `npm run docs`: x -->\nby hand\n<!-- end -->\nb";
    expect(withRegions(page, new Map([["x", "$&"]]))).toBe(
      "a\n<!-- made by `npm run docs`: x -->\n\n$&\n\n<!-- end -->\nb",
    );
  });
});
