/** The code of a system error, for instance `EEXIST`; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  // Not by instanceof: in a test, Node.js's own errors belong to another realm.
  const isError = typeof error === "object" && error !== null && "code" in error;
  return isError && typeof error.code === "string" ? error.code : undefined;
}
