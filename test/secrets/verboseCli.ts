import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findCli } from "../engine/findCli";
import type { FoundCli } from "../engine/foundCli";

/** How much the engine logs, from 1 to 11. */
export const verbosityVariable = "HOSTCONFIG_TEST_VERBOSITY";

/**
 * The CLI, made to say everything that it can say: every run of the engine logs verbosely and leaves its events, every
 * preview its plan, in a folder of their own.
 */
export async function verboseCli(folder: string): Promise<FoundCli> {
  const real = await findCli();
  const bin = join(folder, "bin");
  const kept = join(folder, "kept");
  for (const made of [bin, kept]) await mkdir(made, { recursive: true });
  const path = join(bin, "pulumi");
  await writeFile(path, script(real.path, kept));
  await chmod(path, 0o755);
  await symlink(join(dirname(real.path), "pulumi-language-yaml"), join(bin, "pulumi-language-yaml"));
  return { ...real, path };
}

const script = (real: string, kept: string) => `#!/bin/sh
kind=other
for word in "$@"; do
  case "$word" in up|preview|refresh|destroy) [ $kind = other ] && kind=$word ;; esac
  case "$word" in --event-log) own=no ;; --event-log=*) own=no ;; esac
done
[ $kind = other ] && exec "${real}" "$@"
set -- "$@" -v="$${verbosityVariable}" --logtostderr $HOSTCONFIG_TEST_DEBUG
[ "$own" = no ] || set -- "$@" --event-log "${kept}/events-$$.json"
[ $kind = preview ] && set -- "$@" --save-plan "${kept}/plan-$$.json"
exec "${real}" "$@"
`;
