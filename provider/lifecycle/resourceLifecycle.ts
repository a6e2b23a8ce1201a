import type { OnConflict } from "../api/settings";
import type { ConfigurationRule } from "./configSchema/configurationRule";
import type { Properties } from "./configuration/unknown";
import type { LifecycleContext } from "./lifecycleContext";
import type { CheckResult } from "./properties/checkFailure";
import type { DiffResult } from "./properties/diffResult";
import type { PropertyShapes } from "./properties/propertyNames";
import type { ReadResult } from "./properties/readResult";
import { checkGroup } from "./group/checkGroup";
import { createGroup } from "./group/createGroup";
import { deleteGroup } from "./group/deleteGroup";
import { diffGroup } from "./group/diffGroup";
import { groupInputs } from "./group/groupInputs";
import { groupOutputs, secretGroupOutputs } from "./group/groupOutputs";
import { readGroup } from "./group/readGroup";
import { updateGroup } from "./group/updateGroup";
import { checkHost } from "./host/checkHost";
import { createHost } from "./host/createHost";
import { deleteHost } from "./host/deleteHost";
import { diffHost } from "./host/diffHost";
import { hostInputs } from "./host/hostInputs";
import { hostOutputs, secretHostOutputs } from "./host/hostOutputs";
import { readHost } from "./host/readHost";
import { updateHost } from "./host/updateHost";
import { withStoredNumbers } from "./withStoredNumbers";

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
