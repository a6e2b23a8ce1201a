import { writeJson } from "../../api/exactNumbers";
import { plainOutput } from "../../lifecycle/deployment/jobOutput";

/** A text of the service's as one line that cannot do anything to a terminal: no escape sequences, no line breaks. */
export function plainText(text: string): string {
  return plainOutput(text).replaceAll("\n", " ").trim();
}

/** The value as JSON text; what a terminal could take for a command is escaped. */
export function jsonText(value: unknown, indent?: number): string {
  const text = indent === undefined ? writeJson(value) : JSON.stringify(value, undefined, indent);
  return text.replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
