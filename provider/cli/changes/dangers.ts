import type { ChangedResource } from "./changedResource";

/** What a reviewer has to know of a change even if the values themselves do not fit into a comment. */
export interface Dangers {
  /** The paths of the configuration that go. */
  removed: readonly string[];
  /** How it is deployed, if that is not a plain `deploy`. */
  deployType: string | undefined;
  /** Whether something is replaced, removed or deleted. */
  isDangerous: boolean;
}

/** Both spellings of the deployment that removes what is not in the configuration. */
const deleting = ["fullDeleteDeploy", "fullResetDeploy"];

/** The dangers of a change. */
export function dangersOf({ change, values, deployType }: ChangedResource): Dangers {
  const removed = values
    .filter(({ path, before, after }) => isConfiguration(path) && before !== undefined && after === undefined)
    .map(({ path }) => path);
  const shown = deployType === "deploy" ? undefined : deployType;
  return {
    removed,
    deployType: shown,
    isDangerous:
      change === "replace" ||
      change === "delete" ||
      removed.length > 0 ||
      (shown !== undefined && deleting.includes(shown)),
  };
}

/** Values that tell of a danger first. */
export function dangerousFirst({ values }: ChangedResource): ChangedResource["values"] {
  const isTelling = ({ path, after }: ChangedResource["values"][number]) =>
    path.startsWith("deploy.") || after === undefined;
  return [...values.filter(isTelling), ...values.filter((value) => !isTelling(value))];
}

function isConfiguration(path: string): boolean {
  return /^json(?:Admin)?(?![\w-])/.test(path);
}
