import { z } from "zod";
import type { JsonObject } from "../../api/json";
import { conflictAnswers } from "../../api/settings";
import { isObject } from "./jsonKinds";
import type { Property } from "./unknown";

/** A configuration object. Passed on as it is, so that keys such as `__proto__` survive. */
export const configurationObject = z.custom<JsonObject>(
  (value) => isObject(value as Property),
  "expected an object, or the JSON text of one",
);

export const ownershipInput = z
  .enum(["whole", "declared"])
  .optional()
  .describe(
    "`whole` (default): `json` is all there is, and other keys are removed. `declared`: the program owns only the keys that it names, at any depth; keys that others keep survive every save, and a key that is removed from the program is removed from the service.",
  )
  .meta({ typeName: "Ownership", default: "whole", shown: true });

export const onConflictInput = z
  .enum(conflictAnswers)
  .optional()
  .describe(
    "What to do if a save would overwrite or remove a value that was changed outside Pulumi since the last `pulumi up` or `pulumi refresh`: `warn` saves and reports each path with both values, `fail` saves nothing and reports the same, `overwrite` saves without a message. Default: the configuration `hostconfig:onConflict`, else `warn`. If neither is set, an adoption that would remove keys fails.",
  )
  .meta({ typeName: "OnConflict", shown: true });

/** A positive integer that the service could have given out. */
export const idInput = z
  .number("expected an id, a whole number")
  .int("expected an id, a whole number")
  .positive();
