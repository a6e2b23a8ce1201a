import type * as createHostConfigApi from "../../provider/api/createHostConfigApi";
import type * as errors from "../../provider/api/errors";
import type * as settings from "../../provider/api/settings";
import type * as functions from "../../provider/lifecycle/functions/functions";
import type * as argumentsError from "../../provider/lifecycle/functions/errors/functionArgumentsError";
import type * as lookupError from "../../provider/lifecycle/lookup/lookupError";

type Core = typeof createHostConfigApi &
  typeof errors &
  typeof settings &
  typeof functions &
  typeof argumentsError &
  typeof lookupError;

let loaded: Core | undefined;

/** What the functions run on, with the HTTP library. Loaded by the first call: most programs make none. */
export function core(): Core {
  /* eslint-disable @typescript-eslint/no-require-imports -- an import() could not be synchronous */
  return (loaded ??= {
    ...(require("../../provider/api/createHostConfigApi") as typeof createHostConfigApi),
    ...(require("../../provider/api/errors") as typeof errors),
    ...(require("../../provider/api/settings") as typeof settings),
    ...(require("../../provider/lifecycle/functions/functions") as typeof functions),
    ...(require("../../provider/lifecycle/functions/errors/functionArgumentsError") as typeof argumentsError),
    ...(require("../../provider/lifecycle/lookup/lookupError") as typeof lookupError),
  });
  /* eslint-enable @typescript-eslint/no-require-imports */
}
