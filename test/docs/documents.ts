import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const repository = resolve(__dirname, "..", "..");

/** A text for people, as it is in the tree. */
export interface Document {
  /** From the root of the tree. */
  readonly file: string;
  readonly text: string;
}

/** A fenced block of a document. */
export interface Block {
  /** Where it begins: `docs/host.md:6`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** Everything that is written for people: pages, decisions, the READMEs of the examples, the examples of the schema. */
export function documents(): Document[] {
  const pages = readdirSync(repository).filter((name) => name.endsWith(".md"));
  const below = ["docs", "examples", "provider/plugin/schema/examples"].flatMap(markdownBelow);
  return [...pages, ...below].sort().map((file) => ({
    file,
    text: readFileSync(join(repository, file), "utf8"),
  }));
}

function markdownBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map(({ parentPath, name }) => relative(repository, join(parentPath, name)))
    .filter((file) => !dirname(file).split("/").includes("node_modules"));
}

/** The blocks of a document, in its order. */
export function blocksOf({ file, text }: Document): Block[] {
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, indent = "", language = "", body = ""] = match;
    return {
      place: `${file}:${text.slice(0, match.index).split("\n").length}`,
      language: names[language] ?? language,
      text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
}

/** Whether a block of shell is a loop, which cannot be taken apart into commands. */
export function isLoop({ language, text }: Pick<Block, "language" | "text">): boolean {
  return language === "bash" && /^\s*done\b/m.test(text);
}

const names: Readonly<Record<string, string>> = { typescript: "ts", sh: "bash" };

/** A document without its blocks. */
export function proseOf({ text }: Document): string {
  return text.replaceAll(/^ *```.*\n[\s\S]*?^ *```$/gm, "");
}

/** Where the links and pictures of a text lead; addresses of the web are not looked at. */
export function linksOf(prose: string): string[] {
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}
