import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder that outlives a checkout: `$HOSTCONFIG_ENGINE_CACHE`, else `pulumi-hostconfig` in `$XDG_CACHE_HOME` or in
 * `~/.cache`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOSTCONFIG_ENGINE_CACHE) return env.HOSTCONFIG_ENGINE_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-hostconfig");
}
