import { editsBetween } from "../api/editsBetween";

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
