import { closed, opened } from "./configuration/storedConfigurations";
import type { Properties } from "./configuration/unknown";
import type { PropertyDifference } from "./properties/diffResult";
import { PartialFailure } from "./properties/partialFailure";
import type { ResourceLifecycle } from "./resourceLifecycle";

/** The lifecycle, with properties in the form in which Pulumi can keep them. */
export function withStoredNumbers(lifecycle: ResourceLifecycle): ResourceLifecycle {
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
