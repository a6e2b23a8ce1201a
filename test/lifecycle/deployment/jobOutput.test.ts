import fc from "fast-check";
import { plainOutput } from "../../../provider/api/safeText";
import { durationText, lastLines, OutputFollower } from "../../../provider/deploy/output";

// The same cases in every run.
fc.configureGlobal({ seed: 20260101 });

type Take = [output: string | undefined, lines: string[], ended?: boolean];

const followed: [string, string, Take[]][] = [
  [
    "gives every line once",
    "",
    [
      ["a\n", ["a"]],
      ["a\nb\n", ["b"]],
      ["a\nb\n", []],
      ["a\nb\nc\n", ["c"]],
    ],
  ],
  [
    "keeps an unfinished line until it is complete",
    "",
    [
      ["a\nb", ["a"]],
      ["a\nbc", []],
      ["a\nbc\n", ["bc"]],
    ],
  ],
  [
    "gives the unfinished line at the end",
    "",
    [
      ["a\nb", ["a"]],
      ["a\nb", ["b"], true],
    ],
  ],
  [
    "gives nothing where there is no output",
    "",
    [
      [undefined, []],
      ["", []],
      [undefined, [], true],
    ],
  ],
  ["leaves blank lines out", "", [["a\n\n  \nb\n", ["a", "b"]]]],
  [
    "gives the same line again where the job printed it again",
    "",
    [
      ["a\n", ["a"]],
      ["a\na\n", ["a"]],
    ],
  ],
  [
    "does not repeat after a look without output",
    "",
    [
      ["a\nb\n", ["a", "b"]],
      [undefined, []],
      ["a\nb\nc\n", ["c"]],
    ],
  ],
  [
    "does not repeat after a look at an earlier moment",
    "",
    [
      ["a\nb\n", ["a", "b"]],
      ["a\n", []],
      ["a\nb\nc\n", ["c"]],
    ],
  ],
  [
    "goes on where the beginning was cut off",
    "",
    [
      ["a\nb\nc\n", ["a", "b", "c"]],
      ["b\nc\nd\n", ["d"]],
    ],
  ],
  [
    "goes on where the beginning was cut off inside a line",
    "",
    [
      ["first\nsecond\n", ["first", "second"]],
      ["st\nsecond\nthird\n", ["third"]],
    ],
  ],
  [
    "goes on where a note took the place of the beginning",
    "",
    [
      ["a\nb\nc\n", ["a", "b", "c"]],
      ["[cut]\nc\nd\n", ["d"]],
      ["[cut]\nd\ne\n", ["e"]],
    ],
  ],
  [
    "does not take an empty line for one that it has shown",
    "",
    [
      ["a\n\n", ["a"]],
      ["x\n\ny\n", ["x", "y"]],
    ],
  ],
  [
    "shows everything where nothing of the old is left",
    "",
    [
      ["a\nb\n", ["a", "b"]],
      ["x\ny\n", ["x", "y"]],
    ],
  ],
  [
    "shows nothing of the output from before",
    "old\n",
    [
      ["old\n", []],
      ["old\nnew\n", ["new"]],
    ],
  ],
  [
    "shows an output that begins like the one from before",
    "a\nb\nc\n",
    [
      ["a\n", ["a"]],
      ["a\nb\n", ["b"]],
      ["a\nb\nc\n", ["c"]],
    ],
  ],
  [
    "shows a new output that starts after an empty look",
    "old\n",
    [
      ["", []],
      ["new\n", ["new"]],
    ],
  ],
];

describe("following a growing output", () => {
  test.each(followed)("%s", (_rule, seen, takes) => {
    const follower = new OutputFollower(seen);
    for (const [output, lines, ended = false] of takes) expect(follower.take(output, ended)).toEqual(lines);
  });

  test("gives all lines of an output that only grows, each once, wherever the looks fall", () => {
    const output = fc
      .array(fc.constantFrom("a", "bb", "a b", "\n", "\n", "\r\n", "é", "1%"), { maxLength: 40 })
      .map((parts) => parts.join("").replaceAll("\r\n", "\n"));
    const looks = fc.array(fc.nat(80), { maxLength: 10 });
    fc.assert(
      fc.property(output, looks, (text, ends) => {
        const follower = new OutputFollower();
        const sorted = [...ends].sort((a, b) => a - b);
        const taken = sorted.flatMap((end) => follower.take(text.slice(0, end), false));
        const all = [...taken, ...follower.take(text, true)];
        expect(all).toEqual(lastLines(text, Infinity));
      }),
    );
  });

  test("never gives a line twice where every line is another one and the service keeps only the end", () => {
    const windows = fc.array(fc.tuple(fc.nat(60), fc.nat(300)), { minLength: 1, maxLength: 12 });
    const text = Array.from({ length: 60 }, (_item, index) => `line number ${index}\n`).join("");
    fc.assert(
      fc.property(windows, (all) => {
        const follower = new OutputFollower();
        const sorted = all.map(([lines, length]) => ({ lines, length })).sort((a, b) => a.lines - b.lines);
        const taken = sorted.flatMap(({ lines, length }) => {
          const soFar = text
            .split(/(?<=\n)/)
            .slice(0, lines)
            .join("");
          return follower.take(soFar.slice(-Math.max(40, length)), false);
        });
        const whole = taken.filter((line) => line.startsWith("line number"));
        expect(new Set(whole).size).toBe(whole.length);
      }),
    );
  });
});

describe("an output as plain text", () => {
  test.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["links and titles", "\u001b]0;title\u0007text", "text"],
    ["a title that would hide lines, which stay", "\u001b]0;a\nb\u0007", "\u001b]0;a\nb\u0007"],
    ["carriage returns of progress bars", "10%\r20%\r\n30%", "10%\n20%\n30%"],
    ["tabs", "a\tb", "a    b"],
    ["other languages and emojis, which stay", "größe 漢字 🚀", "größe 漢字 🚀"],
  ])("has no trouble with %s", (_what, output, plain) => {
    expect(plainOutput(output)).toBe(plain);
  });

  test("its last lines are those that say anything", () => {
    expect(lastLines("a\n\nb\n  \nc\n\n", 2)).toEqual(["b", "c"]);
  });

  test("its last lines are cut where they are very long", () => {
    expect(lastLines("x".repeat(2000), 1)).toEqual([`${"x".repeat(500)}…`]);
  });

  test("no beginning of a secret is left where a line is cut", () => {
    const redact = (text: string) => text.replaceAll("hunter2-hunter2", "[secret]");
    const output = `${"x".repeat(490)}hunter2-hunter2`;
    const shown = [`${"x".repeat(490)}[secret]`];
    expect(lastLines(output, 1, redact)).toEqual(shown);
    expect(new OutputFollower().take(output, true, redact)).toEqual(shown);
  });

  test("there are no last lines without an output", () => {
    expect(lastLines(undefined, 10)).toEqual([]);
  });
});

test.each([
  [0, "0s"],
  [-5000, "0s"],
  [499, "0s"],
  [59_499, "59s"],
  [59_500, "1m00s"],
  [190_000, "3m10s"],
  [3_599_600, "1h00m"],
  [3_725_000, "1h02m"],
  [90_000_000, "25h00m"],
])("a duration of %d ms is written %s", (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
