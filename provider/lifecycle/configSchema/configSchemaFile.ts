import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ErrorObject } from "ajv";
import type { Properties } from "../configuration/unknown";
import type { ConfigurationProblem, ConfigurationRule } from "./configurationRule";
import { schemaProblems } from "./schemaProblems";

type Validate = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

/** What is wrong with a schema file, and what to do. */
class ConfigSchemaError extends Error {}

/**
 * The rule of a JSON schema file, such as `hostconfig:configSchema` names it. A file that cannot be used is the one
 * problem of every configuration, so that a preview stops.
 *
 * @param file relative to the current folder, which is the project's
 */
export function configSchemaFile(file: string): ConfigurationRule {
  let validate: Validate | undefined;
  return {
    source: file,
    problems: (json: Properties, partial: boolean): ConfigurationProblem[] => {
      try {
        validate ??= compile(file);
      } catch (error) {
        if (!(error instanceof ConfigSchemaError)) throw error;
        return [{ path: [], message: `cannot be checked: ${error.message}`, ofSchema: true }];
      }
      return validate(json) === true ? [] : schemaProblems(validate.errors ?? [], json, partial);
    },
  };
}

function compile(file: string): Validate {
  const schema = parse(read(file));
  const ajv = validator(schema);
  try {
    return ajv.compile(schema) as Validate;
  } catch (error) {
    throw new ConfigSchemaError(`hostconfig:configSchema is no usable JSON schema: ${messageOf(error)}`);
  }
}

function read(file: string): string {
  const path = resolve(file);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigSchemaError(
      `hostconfig:configSchema names ${path}, which cannot be read (${messageOf(error)}). A relative path counts from the folder of the project.`,
    );
  }
}

function parse(text: string): object | boolean {
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "boolean") return schema;
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema;
  } catch (error) {
    throw new ConfigSchemaError(`hostconfig:configSchema is no JSON: ${messageOf(error)}`);
  }
  throw new ConfigSchemaError("hostconfig:configSchema is no JSON schema, which is an object");
}

/* eslint-disable @typescript-eslint/no-require-imports -- loaded only where a schema is given */
/** The validator of the draft that the schema names; without one, of the newest. */
function validator(schema: object | boolean): { compile(schema: object | boolean): unknown } {
  const draft = typeof schema === "object" && "$schema" in schema ? String(schema.$schema) : "2020-12";
  // Unknown keywords are an editor's or a generator's own; `format` is an annotation, as the standard has it.
  const options = { allErrors: true, strict: false, validateFormats: false, logger: false as const };
  if (draft.includes("2020-12")) {
    const { Ajv2020 } = require("ajv/dist/2020") as typeof import("ajv/dist/2020");
    return new Ajv2020(options);
  }
  if (draft.includes("2019-09")) {
    const { Ajv2019 } = require("ajv/dist/2019") as typeof import("ajv/dist/2019");
    return new Ajv2019(options);
  }
  if (draft.includes("draft-07")) {
    const { Ajv } = require("ajv") as typeof import("ajv");
    return new Ajv(options);
  }
  throw new ConfigSchemaError(
    `hostconfig:configSchema names the draft ${draft}; draft-07, 2019-09 and 2020-12 can be read`,
  );
}
/* eslint-enable @typescript-eslint/no-require-imports */

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
