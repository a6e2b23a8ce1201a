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
