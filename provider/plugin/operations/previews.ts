import { deploysOnUpdate } from "../../lifecycle/deployment/deployDifferences";
import { UNKNOWN, type Properties } from "../../lifecycle/configuration/unknown";
import type { DiffResult } from "../../lifecycle/properties/diffResult";
import { changesService } from "../../lifecycle/properties/changesService";
import type { ResourceKind } from "../resourceKinds";

/** The outputs of a create as far as they are known before it. */
export function previewCreate(kind: ResourceKind, news: Properties): { id: string; outputs: Properties } {
  // Those of the outputs that are inputs too are known as soon as the program gives them.
  const computed = Object.fromEntries(outputsOf(kind).map((output) => [output, UNKNOWN]));
  const id = news[kind.idInput];
  return { id: typeof id === "number" ? String(id) : "", outputs: { ...computed, ...news } };
}

/**
 * The outputs of an update as far as they are known before it: the state's, but for what the update will change.
 *
 * @throws Error if the update would save nothing
 */
export function previewUpdate(
  kind: ResourceKind,
  { differences, deploymentDue, refusal }: DiffResult,
  olds: Properties,
  news: Properties,
): Properties {
  if (refusal !== undefined) throw new Error(refusal);
  const requests = differences.filter(changesService);
  const saves = requests.some(({ path }) => path[0] !== "deploy");
  const triggered = requests.some(({ path }) => path[0] === "deploy");
  const deploys = triggered || deploymentDue || (saves && deploysOnUpdate(news.deploy));
  const changing = [
    ...(saves ? ["savedJson", "fingerprint", "updatedAt"] : []),
    ...(deploys ? [kind.deploymentOutput] : []),
  ];
  const kept = outputsOf(kind)
    .filter((output) => olds[output] !== undefined)
    .map((output) => [output, olds[output]]);
  return {
    ...(Object.fromEntries(kept) as Properties),
    ...news,
    ...Object.fromEntries(changing.map((output) => [output, UNKNOWN])),
  };
}

function outputsOf({ lifecycle }: ResourceKind): string[] {
  return Object.keys(lifecycle.outputs.shape);
}
