import { settingKeys } from "./settings";

/**
 * What is wrong with configuration keys that are none of ours and look like one, which would be ignored without a word.
 *
 * @param keys without the `hostconfig:` before them
 */
export function misspelledSettings(keys: readonly string[]): string[] {
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

/** More wrong letters than this are another word. */
const mostWrong = 2;

/** The known word that somebody may have meant; `undefined` where none is near. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, wrong: editsBetween(word, candidate) }))
    .filter(({ candidate, wrong }) => wrong <= mostWrong && wrong < candidate.length)
    .sort((left, right) => left.wrong - right.wrong);
  return near[0]?.candidate ?? known.find((candidate) => word.length > 2 && candidate.startsWith(word));
}

/** How many letters have to be added, removed or replaced. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
