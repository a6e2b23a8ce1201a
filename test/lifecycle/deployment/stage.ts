import type { LifecycleContext } from "../../../provider/resource/context";

import { ManagedRecords } from "../../../provider/resource/managedRecords";
import { ManualClock } from "./manualClock";
import { RecordedApi } from "./recordedApi";
import type { Answer, Course } from "./timeline";

/** Everything that a deployment works with, and what came of it. */
export interface Stage {
  clock: ManualClock;
  service: RecordedApi;
  context: LifecycleContext;
  /** The status messages that the user has seen, in their order. */
  said: string[];
}

export function stage(recorded: {
  course: Course;
  starts?: Answer[];
  resets?: Answer[];
  abortAfter?: number | undefined;
  redact?: (text: string) => string;
}): Stage {
  const clock = new ManualClock(recorded.abortAfter);
  const service = new RecordedApi(clock, recorded);
  const said: string[] = [];
  const say = (message: string): void => {
    said.push(message);
  };
  const context: LifecycleContext = {
    api: service.api,
    clock,
    progress: { status: say, info: say, warn: say },
    redact: recorded.redact ?? ((text) => text),
    randomHex: (bytes) => "0".repeat(2 * bytes),
    signal: clock.signal,
    managed: new ManagedRecords(),
    waitByDefault: true,
  };
  return { clock, service, context, said };
}
