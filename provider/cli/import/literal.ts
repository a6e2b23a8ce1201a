import { ExactNumber, holdsExactNumber, writeJson, type JsonObject, type JsonValue } from "../../api/json";
import { type PropertyPath, isObject } from "../../config/values";
import { carryText } from "../../runtime/carriedText";

/** How a language writes values down. */
export interface Syntax {
  indent: string;
  scalar(value: null | boolean | number | string): string;
  list: readonly [open: string, close: string];
  object: readonly [open: string, close: string];
  /** Between the brackets of an object on one line. */
  objectPadding: string;
  key(key: string): string;
  /** Marks a value as a secret. */
  secret(text: string): string;
}

/** Values that fit into this are written on one line. */
const lineWidth = 100;

/**
 * The configuration as a literal of the language; as its JSON text if it holds a number that no language can hand to Pulumi
 * as one. What Pulumi would take for something else is written as it is carried.
 *
 * @param level how deep the line is indented on which the literal begins
 */
export function literal(
  json: JsonObject,
  secrets: readonly PropertyPath[],
  syntax: Syntax,
  level: number,
): string {
  if (holdsExactNumber(json)) {
    const text = syntax.scalar(writeJson(json));
    return secrets.length > 0 ? syntax.secret(text) : text;
  }
  const marked = new Set(secrets.map((path) => JSON.stringify(path)));
  return write(json, [], { syntax, marked, level });
}

interface Place {
  syntax: Syntax;
  marked: ReadonlySet<string>;
  level: number;
}

function write(value: JsonValue, path: PropertyPath, place: Place): string {
  const text = writePlain(value, path, place);
  return place.marked.has(JSON.stringify(path)) ? place.syntax.secret(text) : text;
}

function writePlain(value: JsonValue, path: PropertyPath, place: Place): string {
  const { syntax } = place;
  const inner = { ...place, level: place.level + 1 };
  if (Array.isArray(value)) {
    const items = value.map((item, index) => write(item, [...path, index], inner));
    return bracket(syntax.list, items, "", place);
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${syntax.key(carryText(key))}: ${write(member, [...path, key], inner)}`,
    );
    return bracket(syntax.object, members, syntax.objectPadding, place);
  }
  if (value instanceof ExactNumber) return syntax.scalar(value.text);
  return syntax.scalar(typeof value === "string" ? carryText(value) : value);
}

function bracket(
  [open, close]: readonly [string, string],
  members: readonly string[],
  padding: string,
  { syntax, level }: Place,
): string {
  if (members.length === 0) return open + close;
  const line = `${open}${padding}${members.join(", ")}${padding}${close}`;
  if (!line.includes("\n") && line.length + level * 2 <= lineWidth) return line;
  const before = syntax.indent.repeat(level + 1);
  return `${open}\n${members.map((member) => `${before}${member},\n`).join("")}${syntax.indent.repeat(level)}${close}`;
}

/**
 * The text in double quotes, as JSON, JavaScript, Python, Go and YAML all read it: characters that one of them does not
 * allow inside, or that nobody can see, are escaped. Half of a surrogate pair, which no file can hold, is replaced.
 */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g,
    (character) =>
      character === "\ufffd" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
