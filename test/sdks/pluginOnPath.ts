import { delimiter } from "node:path";
import type { Engine } from "../engine/openEngine";
import { packedPlugin } from "../engine/yamlProject";

/** The engine's PATH with the plugin of the packed package before all others. */
export async function pluginOnPath(engine: Engine): Promise<{ PATH: string }> {
  const plugin = await packedPlugin();
  return { PATH: [plugin, engine.env.PATH].join(delimiter) };
}
