import { functions } from "../../lifecycle/functions/functions";
import { withExamples } from "./examples";
import type { FunctionSpec } from "./packageSpec";
import type { TypeBook } from "./typeBook";

/** The functions, by token. */
export function functionSpecs(types: TypeBook): Record<string, FunctionSpec> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, { description, args, result, secretResults }]) => [
      `hostconfig:index:${name}`,
      {
        description: withExamples(name, description),
        inputs: { type: "object", ...types.members(args) },
        outputs: { type: "object", ...types.members(result, secretResults) },
      },
    ]),
  );
}
