import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";

/** The plugin and all it needs in one file, with the licences of what is in it. */
export interface PluginBundle {
  readonly code: string;
  readonly licences: string;
}

/** Bundles the plugin that `npm run build` made. */
export async function bundlePlugin(repository: string): Promise<PluginBundle> {
  const { outputFiles } = await build({
    entryPoints: [join(repository, "dist", "provider", "plugin", "main.js")],
    bundle: true,
    platform: "node",
    target: "node20",
    legalComments: "linked",
    outfile: "plugin.js",
    write: false,
    logLevel: "error",
    plugins: [messagesInTheBundle],
  });
  const text = (name: string) => outputFiles.find(({ path }) => basename(path) === name)?.text ?? "";
  return { code: text("plugin.js"), licences: text("plugin.js.LEGAL.txt") };
}

/** How `structs.js` finds the library that the protocol's package uses: by that package's place in `node_modules`. */
const lookUp = /^const load = .*createRequire.*$/m;

/** In a bundle there are no places: everything is in one file, so a plain `require` gives the one copy there is. */
const messagesInTheBundle: Plugin = {
  name: "messages-in-the-bundle",
  setup(bundling) {
    let found = false;
    bundling.onLoad({ filter: /[\\/]plugin[\\/]structs\.js$/ }, async ({ path }) => {
      found = true;
      const source = await readFile(path, "utf8");
      if (!lookUp.test(source))
        throw new Error(`${path} does not look up its messages as the bundle expects.`);
      return { contents: source.replace(lookUp, "").replace(/\bload\(/g, "require("), loader: "js" };
    });
    bundling.onEnd(() => {
      if (!found) throw new Error("The plugin has no structs.js, whose messages the bundle has to hold.");
    });
  },
};
