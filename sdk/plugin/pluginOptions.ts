import { packageVersion } from "../../provider/api/version";

/** Of every resource and call: the engine takes the plugin of this package's version, where it finds more than one. */
export const pluginOptions = { version: packageVersion };
