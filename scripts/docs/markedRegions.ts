/** A part of a page that is made, and not written. */
const region = /(<!-- made by `npm run docs`: (.+?) -->\n)(.*?)(<!-- end -->)/gs;

/** The names of a page's regions, in its order. */
export function regionsOf(page: string): string[] {
  return [...page.matchAll(region)].map(([, , name = ""]) => name);
}

/**
 * A page with every region's text put in.
 *
 * @throws Error for a region of an unknown name
 */
export function withRegions(page: string, texts: ReadonlyMap<string, string>): string {
  return page.replace(region, (_whole, begin: string, name: string, _old: string, end: string) => {
    const text = texts.get(name);
    if (text === undefined) {
      throw new Error(
        `There is no part "${name}" of the reference. The parts are ${[...texts.keys()].join(", ")}.`,
      );
    }
    return `${begin}\n${text}\n\n${end}`;
  });
}
