import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/**
 * The folder that outlives a checkout: `$HOSTCONFIG_ENGINE_CACHE`, else `pulumi-hostconfig` in `$XDG_CACHE_HOME` or in
 * `~/.cache`. Absolute, because what it holds is started in other folders.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOSTCONFIG_ENGINE_CACHE) return resolve(env.HOSTCONFIG_ENGINE_CACHE);
  const xdg = env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(xdg) ? xdg : join(homedir(), ".cache"), "pulumi-hostconfig");
}
