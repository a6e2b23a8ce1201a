import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** The two ends of a terminal. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/**
 * Asks a question on a terminal. Leaving it without an answer, by Ctrl-D or because the terminal is gone, is an empty answer.
 *
 * @param interrupt called for Ctrl-C, which reaches the line editor and not the process
 * @throws the reason of the signal once that is aborted
 */
export async function askOn(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<string> {
  const lines = createInterface(terminal);
  lines.once("SIGINT", interrupt);
  // Some versions of Node.js never settle a question whose input has ended, others reject it for Ctrl-D.
  const left = once(lines, "close").then(() => "");
  try {
    return await Promise.race([lines.question(question, { signal }), left]);
  } catch {
    // Only the signal and Ctrl-D reject it.
    signal.throwIfAborted();
    return "";
  } finally {
    lines.close();
  }
}
