import { editsBetween } from "./editsBetween";
import { settingKeys } from "./settings";

/**
 * What is wrong with configuration keys that are none of ours and look like one, which would be ignored without a word.
 *
 * @param keys without the `hostconfig:` before them
 */
export function misspeltSettings(keys: readonly string[]): string[] {
  const known = settingKeys.map(({ key }) => key);
  return keys.flatMap((key) => {
    if (known.some((right) => right === key)) return [];
    const meant = known.find((right) => looksLike(plain(key), plain(right)));
    return meant === undefined
      ? []
      : [
          `hostconfig:${key} is no configuration key: did you mean hostconfig:${meant}? \`pulumi config rm hostconfig:${key}\` removes the wrong one.`,
        ];
  });
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function looksLike(given: string, right: string): boolean {
  const allowed = right.length > 8 ? 3 : right.length > 4 ? 2 : 1;
  return editsBetween(given, right) <= allowed;
}
