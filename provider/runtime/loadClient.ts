type ClientModule = typeof import("../api/createHostConfigApi");

/** Loading the HTTP client takes a while, and previews need none. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
export const loadClient = () => require("../api/createHostConfigApi") as ClientModule;
