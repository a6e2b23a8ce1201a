import { findMarks, mark } from "./marks";

const secret = mark("Token");
const shows = (text: string) => findMarks([secret], "here", text).length > 0;

describe("a marked secret", () => {
  it.each([
    ["open", `x${secret.core}y`],
    ["cut at its end", `x${secret.core.slice(0, -4)}…`],
    ["in JSON within JSON", JSON.stringify(JSON.stringify({ a: `"${secret.core}"\n` }))],
    ["in a URL", encodeURIComponent(`ä/${secret.core}?`)],
    ["in base64", Buffer.from(secret.core).toString("base64")],
    ["in base64 behind one letter", Buffer.from(`a${secret.core} b`).toString("base64")],
    ["in base64 behind two letters", Buffer.from(`ab${secret.core}: b`).toString("base64url")],
  ])("is found %s", (_, text) => {
    expect(shows(text)).toBe(true);
  });

  it("is not found in what only resembles it", () => {
    expect(shows(mark("Json").core.slice(0, 8))).toBe(false);
  });
});
