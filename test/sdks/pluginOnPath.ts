import { delimiter, join } from "node:path";
import type { Engine } from "../engine/openEngine";
import { packedPackage } from "../engine/packedPackage";

/** The engine's PATH with the plugin of the packed package before all others. */
export async function pluginOnPath(engine: Engine): Promise<{ PATH: string }> {
  const plugin = join(await packedPackage(), "node_modules", "pulumi-hostconfig", "dist", "plugin");
  return { PATH: [plugin, engine.env.PATH].join(delimiter) };
}
