import { misspeltSettings } from "../../api/misspeltSettings";
import { CommandError } from "../errors/commandError";

const namespace = "hostconfig:";

/**
 * Refuses a stack's configuration that holds a key which looks like one of ours and is none: an `up` refuses it as well,
 * and nothing would be compared or asked with the setting that was meant.
 *
 * @param keys of every namespace
 * @throws CommandError
 */
export function refuseMisspelt(keys: readonly string[]): void {
  const own = keys.filter((key) => key.startsWith(namespace)).map((key) => key.slice(namespace.length));
  const problems = misspeltSettings(own);
  if (problems.length > 0) throw new CommandError(problems.join(" "));
}
