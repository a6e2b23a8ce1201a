/** More wrong letters than this are another word. */
const mostWrong = 2;

/** The known word that somebody may have meant; `undefined` where none is near. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, wrong: wrongLetters(word, candidate) }))
    .filter(({ candidate, wrong }) => wrong <= mostWrong && wrong < candidate.length)
    .sort((left, right) => left.wrong - right.wrong);
  return near[0]?.candidate ?? known.find((candidate) => word.length > 2 && candidate.startsWith(word));
}

/** How many letters have to be put in, taken out or changed. */
function wrongLetters(word: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(word).entries()) {
    const next = [at + 1];
    for (const [index, wanted] of Array.from(other).entries()) {
      const changed = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
