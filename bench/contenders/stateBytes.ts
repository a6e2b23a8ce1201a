import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../../test/engine/openEngine";
import { mean } from "../measure/statistics";

interface StateFile {
  checkpoint: {
    latest: { resources?: { custom: boolean; id?: string; type: string; inputs?: { json?: unknown } }[] };
  };
}

/** Bytes of a resource in the state file, as compact JSON, beyond its configuration; the mean of all. */
export async function stateBytes(engine: Engine, project: string, stack: string): Promise<number> {
  const file = join(engine.folder, "state", ".pulumi", "stacks", project, `${stack}.json`);
  const state = JSON.parse(await readFile(file, "utf8")) as StateFile;
  const resources = (state.checkpoint.latest.resources ?? []).filter(
    ({ id, type }) => id !== undefined && !type.startsWith("pulumi:"),
  );
  return mean(resources.map((resource) => bytesOf(resource) - bytesOf(resource.inputs?.json ?? null)));
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
