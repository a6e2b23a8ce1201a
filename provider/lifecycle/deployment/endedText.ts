import { durationText } from "./durationText";

/** How long a deployment ran, as a part of a sentence; one of an earlier update's is not known to have run for any time. */
export function endedText(milliseconds: number | undefined): string {
  return milliseconds === undefined
    ? "; an earlier update had started it"
    : ` after ${durationText(milliseconds)}`;
}
