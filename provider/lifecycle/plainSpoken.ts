import type { LifecycleContext, ProgressSink } from "./lifecycleContext";
import { plainOutput } from "./deployment/jobOutput";
import { PartialFailure } from "./properties/partialFailure";
import type { ResourceLifecycle } from "./resourceLifecycle";

/** The lifecycle, with nothing in its messages that would act on a terminal: names and keys are the service's words. */
export function plainSpoken(lifecycle: ResourceLifecycle): ResourceLifecycle {
  return {
    ...lifecycle,
    create: (context, news) => inPlainText(() => lifecycle.create(plain(context), news)),
    read: (context, id, olds) => inPlainText(() => lifecycle.read(plain(context), id, olds)),
    update: (context, olds, news) => inPlainText(() => lifecycle.update(plain(context), olds, news)),
    delete: (context, olds) => inPlainText(() => lifecycle.delete(plain(context), olds)),
  };
}

/** Runs an operation whose error may hold the service's words. */
export async function inPlainText<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    if (error instanceof PartialFailure) {
      throw new PartialFailure(error.id, error.outputs, error.reasons, plainOutput);
    }
    if (!(error instanceof Error) || error.message === plainOutput(error.message)) throw error;
    throw new Error(plainOutput(error.message), { cause: error });
  }
}

function plain(context: LifecycleContext): LifecycleContext {
  const { progress: said } = context;
  const progress: ProgressSink = {
    ...said,
    status: (message) => {
      said.status(plainOutput(message));
    },
    info: (message) => {
      said.info(plainOutput(message));
    },
    warn: (message) => {
      said.warn(plainOutput(message));
    },
  };
  return { ...context, progress };
}
