/** By id: the service promises no order, and another order would look like a change. */
export function inOrder<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => left.id - right.id);
}
