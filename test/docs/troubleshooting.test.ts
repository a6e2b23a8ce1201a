import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "..", "..");
const page = readFileSync(join(repository, "docs", "troubleshooting.md"), "utf8");
/** The messages of the page, each as the parts between what differs. */
const messages = [...page.matchAll(/^### `(.*)`$/gm)].map(([, message = ""]) => ({
  message,
  parts: message
    .split("…")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
}));

/** Source files, their strings put together as they are when the program runs. */
const sources = [
  "provider/api",
  "provider/config",
  "provider/deploy",
  "provider/resource",
  "provider/functions",
  "provider/dynamic",
  "sdk",
]
  .flatMap((folder) => readdirSync(join(repository, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map(({ parentPath, name }) => ({
    name,
    text: readFileSync(join(parentPath, name), "utf8").replaceAll(/(["'`])\s*\+\s*["'`]/g, ""),
  }));

/** No user reads these: a caller's mistake in this package, and two that only put together what others say. */
const unspoken = ["ClientClosedError", "FunctionArgumentsError", "SettingsError"];

const errors = sources
  .flatMap(({ text }) =>
    [...text.matchAll(/^export class (\w+Error)/gm)].map(([, name = ""]) => ({ name, text })),
  )
  .filter(({ name, text }) => !unspoken.includes(name) && text.includes("super("));

describe("the page on error messages", () => {
  it.each(messages)("quotes $message from the program", ({ parts }) => {
    expect(parts).not.toEqual([]);
    for (const part of parts) expect(sources.filter(({ text }) => text.includes(part))).not.toEqual([]);
  });

  it.each(errors)("has a message of $name", ({ text }) => {
    const told = messages.filter(({ parts }) =>
      parts.some((part) => part.length > 11 && text.includes(part)),
    );
    expect(told).not.toEqual([]);
  });

  it("names each message once", () => {
    const names = messages.map(({ message }) => message);
    expect(names).toEqual([...new Set(names)]);
  });
});
