/** The way to a value inside a resource's inputs: keys of objects, indexes of lists. */
export type PropertyPath = readonly (string | number)[];

/** The path as Pulumi writes it: `json.php.version`, `json.sites[0]`, `json["a.b"]`. */
export function formatPropertyPath(path: PropertyPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** Whether the second path is the first, or goes on from it. */
export function leadsTo(short: PropertyPath, long: PropertyPath): boolean {
  return short.length <= long.length && short.every((step, index) => step === long[index]);
}
