import { ExactNumber, type JsonObject, type JsonValue } from "../../../../provider/api/json";

/** Numbers from 0 to below 1 that follow from the seed alone. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The JSON text of a value as a service may write it: keys in any order, `[]` for `{}` and the other way round, and
 * every number in one of the forms that mean the same.
 */
export function spelled(value: JsonValue, random: () => number): string {
  if (typeof value === "number") return spelledNumber(value, random);
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Object.keys(value).length === 0) return random() < 0.5 ? "[]" : "{}";
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, random)).join(", ")}]`;
  const members = Object.entries(value)
    .map(([name, member]) => ({ text: `${JSON.stringify(name)}: ${spelled(member, random)}`, at: random() }))
    .sort((left, right) => left.at - right.at);
  return `{${members.map(({ text }) => text).join(",")}}`;
}

function spelledNumber(value: number, random: () => number): string {
  const plain = JSON.stringify(value);
  const forms = [plain, value.toExponential(), value.toExponential().replace("e", "E")];
  if (/^-?\d+$/.test(plain)) forms.push(`${plain}.0`, `${plain}.00e0`);
  if (value === 0) forms.push("-0", "0.0", "-0e5");
  return forms[Math.floor(random() * forms.length)] ?? plain;
}

/** The answer to a read of a host that holds `held`, with `json` as an object or as a text. */
export function spelledRecord(held: JsonObject, random: () => number): string {
  const json = spelled(held, random);
  return `{"id": 1, "name": "web1", "json": ${random() < 0.5 ? json : JSON.stringify(json)}}`;
}
