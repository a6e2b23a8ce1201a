import { withoutEngineLog } from "./engineLog";

const log = (text: string) => `I1121 11:45:09.123456   16834 rpc.go:85] ${text}`;

describe("what was printed, without the engine's own log", () => {
  it.each([
    ["a line", log("Marshaling property for RPC[x]: a={&{{s3cret}}}"), ""],
    ["a value of several lines", log("a={&{{1\ns3cret\n}}}"), ""],
    ["a line, and not what comes after it", `${log("a={1}")}\nb`, "b"],
    [
      "a value that is cut off, and not what comes after the next line",
      `${log("a={1")}\n${log("b")}\nc`,
      "c",
    ],
  ])("lacks %s", (_, output, expected) => {
    expect(withoutEngineLog(output)).toBe(expected);
  });

  it.each(["Marshaling property for RPC[x]: a={s3cret}", "debug: rpc.go:85] s3cret"])("keeps %s", (line) => {
    expect(withoutEngineLog(line)).toBe(line);
  });
});
