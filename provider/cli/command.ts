import { z } from "zod";
import type { OpenHostConfigApi } from "../api/createHostConfigApi";
import type { Settings } from "../api/settings";
import type { ExitStatus } from "./errors";
import type { Output } from "./output";
import type { Surroundings } from "./surroundings";

/** A command, without the form of its options. */
export interface Command {
  name: string;
  /** Its arguments, and what stands for them in the help, such as `[HOST…]`; left out if it takes none. */
  args?: { placeholder: string; least: number; most: number };
  /** One line. */
  summary: string;
  /** Lines for its own help. */
  description: readonly string[];
  options: Options;
  /** What `--stack` means to it, where that is more than the settings. */
  stackMeaning?: string;
  /** Command lines after `npx pulumi-hostconfig`, each with what it does. */
  examples: readonly (readonly [line: string, meaning: string])[];
  /** What its exit statuses mean beyond those that all commands have. */
  exits?: readonly string[];
  run(invocation: OpenInvocation): Promise<ExitStatus>;
}

/** An invocation of a command whose options are not known here. */
type OpenInvocation = Omit<Invocation<Options>, "options"> & { options: Record<string, unknown> };

/** Makes a command of its parts. */
export function defineCommand<Known extends Options>(
  parts: Omit<Command, "options" | "run"> & {
    options: Known;
    run(invocation: Invocation<Known>): Promise<ExitStatus>;
  },
): Command {
  return {
    ...parts,
    // The values were read with these very options.
    run: (invocation) => parts.run(invocation as unknown as Invocation<Known>),
  };
}

/** The service, as a command reaches it. */
export interface Service {
  surroundings: Surroundings;
  /** The settings of the environment, or of the stack that `--stack` names. */
  settings: () => Promise<Settings>;
  /** A client with these settings; closed after the command. */
  connect: () => Promise<OpenHostConfigApi>;
}

/** What a command works with. */
export interface Invocation<Known extends Options> extends Service {
  options: OptionValues<Known>;
  /** What is no option. */
  args: readonly string[];
  /** The stack that `--stack` names. */
  stack: string | undefined;
  output: Output;
}

/** An option with a value: `--client ID`. */
export interface ValueOption<Value> {
  kind: "value";
  /** What stands for the value in the help. */
  placeholder: string;
  schema: z.ZodType<Value, string>;
  description: string;
}

/** An option that is there or not. */
export interface FlagOption {
  kind: "flag";
  description: string;
}

type Option = ValueOption<unknown> | FlagOption;
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options; `undefined` for a value that is not given. */
type OptionValues<Known extends Options> = {
  [Name in keyof Known]: Known[Name] extends ValueOption<infer Value> ? Value | undefined : boolean;
};

export function option<Value>(
  placeholder: string,
  schema: z.ZodType<Value, string>,
  description: string,
): ValueOption<Value> {
  return { kind: "value", placeholder, schema, description };
}

export function flag(description: string): FlagOption {
  return { kind: "flag", description };
}

// The forms of values that several options have.

/** An id of the service. */
export const idValue = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be an id, a whole number such as 12")
  .transform(Number);

/** A text that says something. */
export const textValue = z.string().min(1, "must not be empty");

/** Seconds, from 1 to 9999. */
export const secondsValue = z
  .string()
  .regex(/^\d+$/, "must be a whole number of seconds")
  .transform(Number)
  .pipe(z.number().min(1, "must be at least 1 second").max(9999, "must be at most 9999 seconds"));

/** Several texts with commas between them. */
export const listValue = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  )
  .refine((items) => items.length > 0, "must name at least one");
