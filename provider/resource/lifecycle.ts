import type { LifecycleContext } from "./context";
import { PartialFailure, type DiffResult, type ReadResult } from "./results";

import type { OnConflict } from "../api/settings";
import type { ConfigurationRule } from "../config/configSchema";
import { closed, opened } from "../config/configurationValue";
import type { Properties } from "../config/values";

import { checkGroup } from "./group/checkGroup";
import { createGroup } from "./group/createGroup";
import { deleteGroup } from "./group/deleteGroup";
import { diffGroup } from "./group/diffGroup";
import { groupInputs, groupOutputs, secretGroupOutputs } from "./group/group";
import { readGroup } from "./group/readGroup";
import { updateGroup } from "./group/updateGroup";
import { checkHost } from "./host/checkHost";
import { createHost } from "./host/createHost";
import { deleteHost } from "./host/deleteHost";
import { diffHost } from "./host/diffHost";
import { hostInputs, hostOutputs, secretHostOutputs } from "./host/host";
import { readHost } from "./host/readHost";
import { updateHost } from "./host/updateHost";
import type { CheckResult, PropertyShapes } from "./inputs";
import type { PropertyDifference } from "../config/compare";

/** The life of one kind of resource, as every door runs it. */
export interface ResourceLifecycle extends PropertyShapes {
  /** Validates inputs, also by the team's own rule, and brings them into their usual form; reaches no service. */
  check(olds: Properties, news: Properties, rule?: ConfigurationRule): CheckResult;
  /**
   * What an update would change; reaches no service.
   *
   * @param onConflict the stack's `hostconfig:onConflict`
   */
  diff(olds: Properties, news: Properties, onConflict?: OnConflict): DiffResult;
  create(context: LifecycleContext, news: Properties): Promise<{ id: string; outputs: Properties }>;
  /** Reads a resource by its id, for an import also by `client/name`; `undefined` where it is gone. */
  read(context: LifecycleContext, id: string, olds: Properties | undefined): Promise<ReadResult | undefined>;
  update(context: LifecycleContext, olds: Properties, news: Properties): Promise<{ outputs: Properties }>;
  delete(context: LifecycleContext, olds: Properties): Promise<void>;
  /** How messages call a record of the service. */
  readonly label: "Host" | "Group";
  /** Outputs that are secret as a whole. */
  readonly secretOutputs: readonly string[];
}

export const hostLifecycle = withStoredNumbers({
  inputs: hostInputs,
  outputs: hostOutputs,
  check: checkHost,
  diff: diffHost,
  create: createHost,
  read: readHost,
  update: updateHost,
  delete: deleteHost,
  label: "Host",
  secretOutputs: secretHostOutputs,
});

export const groupConfigLifecycle = withStoredNumbers({
  inputs: groupInputs,
  outputs: groupOutputs,
  check: (_olds, news, rule) => checkGroup(news, rule),
  diff: diffGroup,
  create: createGroup,
  read: readGroup,
  update: updateGroup,
  delete: deleteGroup,
  label: "Group",
  secretOutputs: secretGroupOutputs,
});

/** The lifecycle, with properties in the form in which Pulumi can keep them. */
function withStoredNumbers(lifecycle: ResourceLifecycle): ResourceLifecycle {
  return {
    ...lifecycle,
    check: (olds, news, rule) => {
      const { inputs, failures } = lifecycle.check(opened(olds), opened(news), rule);
      return { inputs: closed(inputs), failures };
    },
    diff: (olds, news, onConflict) => {
      const { differences, ...result } = lifecycle.diff(opened(olds), opened(news), onConflict);
      return { ...result, differences: namable(differences, olds, news) };
    },
    create: (context, news) =>
      closing(async () => {
        const { id, outputs } = await lifecycle.create(context, opened(news));
        return { id, outputs: closed(outputs) };
      }),
    read: (context, id, olds) =>
      closing(async () => {
        const found = await lifecycle.read(context, id, olds && opened(olds));
        return found && { ...found, inputs: closed(found.inputs), outputs: closed(found.outputs) };
      }),
    update: (context, olds, news) =>
      closing(async () => {
        const { outputs } = await lifecycle.update(context, opened(olds), opened(news));
        return { outputs: closed(outputs) };
      }),
    delete: (context, olds) => closing(() => lifecycle.delete(context, opened(olds))),
  };
}

async function closing<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(error.id, closed(error.outputs), error.reasons, (text) => text);
  }
}

/** Inside a text there is no place that Pulumi could show: the whole input differs. */
function namable(
  differences: readonly PropertyDifference[],
  olds: Properties,
  news: Properties,
): PropertyDifference[] {
  const texts = ["json", "jsonAdmin"].filter((key) =>
    [olds[key], news[key]].some((value) => typeof value === "string"),
  );
  const [inside, others] = [true, false].map((is) =>
    differences.filter(({ path }) => (path.length > 1 && texts.includes(String(path[0]))) === is),
  );
  const roots = new Set(inside?.map(({ path }) => String(path[0])));
  return [
    ...[...roots].map((root): PropertyDifference => ({ path: [root], kind: "update" })),
    ...(others ?? []),
  ];
}
