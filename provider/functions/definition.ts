import type { z } from "zod";
import type { JsonObject } from "../api/json";
import type { Properties } from "../config/values";
import type { CheckFailure } from "../config/configSchema";
import { checkShape, normalizeInputs } from "../resource/check";
import type { LookupContext } from "../resource/lookup";

/** What a function works with. */
export type FunctionContext = LookupContext;

/** A function of the provider: reads from the service, and keeps nothing in a state. */
export interface FunctionDefinition<
  Args extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> {
  /** As in a program: `getHost`. */
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  readonly result: Result;
  /** Members of the result that are secret as a whole. */
  readonly secretResults: readonly string[];
  /**
   * Runs the function.
   *
   * @param args as a provider hands them over, all known; ids may come as text
   * @returns plain JSON: what the service left out is left out
   * @throws FunctionArgumentsError before any request is made, LookupError, and what the api's methods throw
   */
  readonly invoke: (context: FunctionContext, args: Properties) => Promise<JsonObject>;
}

interface Parts<Args extends z.ZodObject, Result extends z.ZodObject> {
  name: string;
  description: string;
  args: Args;
  result: Result;
  secretResults?: readonly string[];
  /** What is wrong with arguments that are well-formed one by one. */
  problem?: (args: z.infer<Args>) => { property: string; reason: string } | undefined;
  handler: (context: FunctionContext, args: z.infer<Args>) => Promise<z.infer<Result>>;
}

/** Makes a function of its shapes and its handler. */
export function defineFunction<Args extends z.ZodObject, Result extends z.ZodObject>({
  problem,
  handler,
  ...parts
}: Parts<Args, Result>): FunctionDefinition<Args, Result> {
  return {
    secretResults: [],
    ...parts,
    invoke: async (context, given) => {
      const args = readArguments(parts.name, parts.args, given, problem);
      const result = await handler(context, args);
      // Through JSON: leaves out what is undefined at any depth, and keeps keys such as `__proto__`.
      return JSON.parse(JSON.stringify(result)) as JsonObject;
    },
  };
}

function readArguments<Args extends z.ZodObject>(
  name: string,
  shape: Args,
  given: Properties,
  problem: Parts<Args, z.ZodObject>["problem"],
): z.infer<Args> {
  const args = normalizeInputs(given, shape);
  const failures = checkShape(shape, args);
  if (failures.length > 0) throw new FunctionArgumentsError(name, failures);
  const parsed = shape.parse(args);
  const failure = problem?.(parsed);
  if (failure !== undefined) throw new FunctionArgumentsError(name, [failure]);
  return parsed;
}

/** Arguments of a function that cannot be used. Found before any request is made. */
export class FunctionArgumentsError extends Error {
  /** What is wrong, by argument. */
  readonly failures: readonly CheckFailure[];

  constructor(functionName: string, failures: readonly CheckFailure[]) {
    super(
      `${functionName}: ${failures.map(({ property, reason }) => inWords(property, reason)).join("; ")}.`,
    );
    this.name = "FunctionArgumentsError";
    this.failures = failures;
  }
}

function inWords(property: string, reason: string): string {
  return reason.startsWith(property) ? reason : `${property}: ${reason}`;
}
