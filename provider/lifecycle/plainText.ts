import { stripVTControlCharacters } from "node:util";

/**
 * The service's words as plain lines, safe for a terminal: no escape sequences, no control characters, nothing that is
 * invisible or turns the direction of writing.
 */
export function plainText(text: string): string {
  return (
    stripVTControlCharacters(text)
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replaceAll("\t", "    ")
      .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, "")
      // Half a pair cannot be sent as UTF-8.
      .replace(/\p{Cs}/gu, "\ufffd")
  );
}
