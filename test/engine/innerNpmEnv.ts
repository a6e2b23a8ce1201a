/** Where npm finds packages and keeps them: an inner npm needs these of a closed network and of a container, too. */
const kept =
  /^npm_config_(cache|cafile|globalconfig|https_proxy|noproxy|proxy|registry|strict_ssl|userconfig)$/i;

/**
 * The environment for an npm that a script runs: without what an outer `npm run` hands down, which would steer it (its
 * flags, such as `--dry-run`, and the folder of its package), and with where packages come from.
 */
export function innerNpmEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name) || !/^npm_/i.test(name)));
}
