import { ExactNumber } from "./exactNumbers";

/** JSON that is nested deeper is not read: comparing and writing it would exhaust the stack. */
export const deepestNesting = 500;

/** Whether a value is nested deeper than is read; a list or an object in another is one level more. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}
