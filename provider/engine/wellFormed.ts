/** The text without halves of characters, which UTF-8 cannot carry and the engine would refuse with all the rest. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
