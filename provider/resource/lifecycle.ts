import { PartialFailure } from "./partialFailure";
import type { JsonObject } from "../api/json";
import { redactor, secretWords, yamlLeaves } from "../api/redact";
import type { OnConflict } from "../api/settings";
import type { PropertyDifference } from "../config/compare";
import type { ConfigurationRule } from "../config/configSchema";
import { closed, opened } from "../config/configurationValue";
import { isObject, known, type Properties } from "../config/values";
import type { LifecycleContext } from "./context";

import { type CheckResult, checkResource } from "./check";
import { createResource } from "./create";
import type { ResourceDefinition } from "./definition";
import { deleteResource } from "./delete";
import { diffResource, type DiffResult } from "./diff";
import { group } from "./group";
import { host } from "./host";
import type { PropertyShapes } from "./inputs";
import { readResource, type ReadResult } from "./read";
import { updateResource } from "./update";

/** The life of one kind of resource, as both providers run it. */
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
  /** Reads a resource by its id, for an import also by `client/name`; `undefined` if it is gone. */
  read(context: LifecycleContext, id: string, olds: Properties | undefined): Promise<ReadResult | undefined>;
  update(context: LifecycleContext, olds: Properties, news: Properties): Promise<{ outputs: Properties }>;
  delete(context: LifecycleContext, olds: Properties): Promise<void>;
  /** How messages call a record of the service. */
  readonly label: "Host" | "Group";
  /** Outputs that are secret as a whole. */
  readonly secretOutputs: readonly string[];
}

export const hostLifecycle = lifecycleOf(host);

export const groupConfigLifecycle = lifecycleOf(group);

/**
 * The lifecycle of a resource. Here, and nowhere else, properties are brought from and into the form in which Pulumi can keep
 * them, a state is decoded, and secrets are taken out of errors.
 */
function lifecycleOf(definition: ResourceDefinition): ResourceLifecycle {
  const { inputs, outputs, label, secretOutputs } = definition;
  return {
    inputs,
    outputs,
    label,
    secretOutputs,
    check: (olds, news, rule) => {
      const checked = checkResource(definition, opened(olds), opened(news), rule);
      return { ...checked, inputs: closed(checked.inputs) };
    },
    diff: (olds, news, onConflict) => {
      const diff = diffResource(definition.decode(opened(olds)), opened(news), onConflict);
      return { ...diff, differences: namable(diff.differences, olds, news) };
    },
    create: (context, given) => {
      const news = opened(given);
      return operate(context, [news], async (own) => {
        const state = await createResource(definition, own, news);
        return { id: String(state.id), outputs: closed(definition.encode(state)) };
      });
    },
    read: (context, id, given) => {
      const olds = given && opened(given);
      return operate(context, [olds], async (own) => {
        const found = await readResource(definition, own, id, olds && definition.decode(olds));
        return found && { ...found, inputs: closed(found.inputs), outputs: closed(found.outputs) };
      });
    },
    update: (context, former, given) => {
      const [olds, news] = [opened(former), opened(given)];
      return operate(context, [olds, news], async (own) => {
        const state = await updateResource(own, definition.decode(olds), news);
        return { outputs: closed(definition.encode(state)) };
      });
    },
    delete: (context, given) => {
      const olds = opened(given);
      return operate(context, [olds], (own) => deleteResource(own, definition.decode(olds)));
    },
  };
}

/**
 * Runs an operation that knows the secrets of the resource, and keeps them out of its errors.
 *
 * @param properties the program's properties, and those of the state: a job's output may still repeat a secret that was just replaced
 */
async function operate<Result>(
  context: LifecycleContext,
  properties: readonly (Properties | undefined)[],
  run: (own: LifecycleContext) => Promise<Result>,
): Promise<Result> {
  const own = properties.reduce<LifecycleContext>(
    (outer, { jsonAdmin, yamlAdmin } = {}) =>
      withSecrets(outer, {
        json: isObject(jsonAdmin) ? known<JsonObject>(jsonAdmin) : undefined,
        yaml: typeof yamlAdmin === "string" ? yamlAdmin : undefined,
      }),
    context,
  );
  try {
    return await run(own);
  } catch (error) {
    if (error instanceof PartialFailure)
      throw new PartialFailure(error.id, closed(error.outputs), error.reasons, (text) => text);
    if (!(error instanceof Error)) throw error;
    const message = own.redact(error.message);
    // Without a cause: the error that was caught holds the secret.
    throw message === error.message ? error : new Error(message);
  }
}

/** The context, with the secrets of a resource taken out of what the service says: a job's output may repeat them. */
export function withSecrets(
  context: LifecycleContext,
  secrets: { json?: JsonObject | undefined; yaml?: string | undefined },
): LifecycleContext {
  if (secrets.json === undefined && secrets.yaml === undefined) return context;
  const redactThese = redactor([...secretWords(secrets.json), ...yamlLeaves(secrets.yaml ?? "")]);
  return { ...context, redact: (text) => redactThese(context.redact(text)) };
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
