import { Script } from "node:vm";
import { ask, withEmulator } from "./asking";

async function page(): Promise<{ text: string; headers: Headers }> {
  let result = { text: "", headers: new Headers() };
  await withEmulator({}, async (emulator) => {
    const { status, text, headers } = await ask(emulator, "GET /", { token: null });
    expect(status).toBe(200);
    result = { text, headers };
  });
  return result;
}

describe("the explorer", () => {
  it("is a page that needs no token and may load nothing from elsewhere", async () => {
    const { text, headers } = await page();
    expect(headers.get("content-type")).toMatch("text/html");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it("has a script that can be read", async () => {
    const { text } = await page();
    const script = /<script type="module">([^]*)<\/script>/.exec(text)?.[1];
    expect(() => new Script(`(async () => {${script ?? "("}})`)).not.toThrow();
  });

  it("offers the sample tokens", () =>
    withEmulator({}, async (emulator) => {
      const { text } = await ask(emulator, "GET /", { token: null });
      for (const token of Object.values(emulator.tokens)) expect(text).toContain(`<option value="${token}">`);
    }));
});
