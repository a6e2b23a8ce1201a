import type { JsonObject, JsonValue } from "../../api/json";
import { unknownTexts } from "../../engine/signatures";
import { isObject, valueAt } from "../../lifecycle/configuration/jsonKinds";
import { formatPropertyPath, type PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { configurationOf } from "../../lifecycle/configuration/storedConfigurations";
import { known } from "../../lifecycle/configuration/unknown";
import { groupInputs } from "../../lifecycle/group/groupInputs";
import { hostInputs } from "../../lifecycle/host/hostInputs";
import type { PreviewStep, ResourceState } from "./previewDigest";
import { secretMark } from "../../lifecycle/configuration/secretAt";

/** The inputs of a resource on both sides, secrets masked alike, so that a mark alone makes no difference. */
export interface ComparedInputs {
  /** `undefined`: there was no resource. */
  before: JsonObject | undefined;
  after: JsonObject;
}

/** The inputs of a step, before and after. */
export function comparedInputs({ oldState, newState }: PreviewStep): ComparedInputs {
  const models = [oldState, newState].flatMap((state) => [state?.inputs ?? {}, state?.outputs ?? {}]);
  const masked = (inputs: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, maskedAlike(value, at(models, key))]),
    );
  const before = inputsOf(oldState);
  return { before: before && masked(before), after: masked(inputsOf(newState) ?? {}) };
}

/** The places of what is masked. */
export function maskedPaths(value: JsonValue, path: PropertyPath = []): string[] {
  if (value === secretMark) return [formatPropertyPath(path)];
  if (Array.isArray(value)) return value.flatMap((item, index) => maskedPaths(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => maskedPaths(member, [...path, key]));
}

/** Inputs that the outputs repeat as they were last saved; the others tell which host or group it is. */
const repeated = new Set(
  [hostInputs, groupInputs]
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((key) => !["hostId", "groupId", "name", "clientId", "active"].includes(key)),
);

/**
 * What a person gave; keys such as `__provider` are the doors' own.
 *
 * After an update that failed half-way, the engine keeps the inputs from before it: what was saved is in the outputs.
 */
function inputsOf(state: ResourceState | null | undefined): JsonObject | undefined {
  const given = givenInputs(state);
  return (
    given &&
    Object.fromEntries(
      Object.entries(given).map(([key, value]): [string, JsonValue] => [
        key,
        // Its JSON text, if it holds a number that Pulumi cannot carry.
        ["json", "jsonAdmin"].includes(key) ? known(configurationOf(value)) : value,
      ]),
    )
  );
}

function givenInputs(state: ResourceState | null | undefined): JsonObject | undefined {
  const { inputs, outputs } = state ?? {};
  if (inputs === null || inputs === undefined) return undefined;
  const given = Object.entries(inputs).filter(([key]) => !key.startsWith("__"));
  if (typeof outputs?.fingerprint !== "string") return Object.fromEntries(given);
  return Object.fromEntries([
    ...given.filter(([key]) => !repeated.has(key)),
    ...Object.entries(outputs).filter(([key]) => repeated.has(key)),
  ]);
}

/** The value, masked wherever one of the others is: the same value may be marked as a secret in one of them only. */
function maskedAlike(value: JsonValue, others: readonly JsonValue[]): JsonValue {
  if (typeof value === "string" && unknownTexts.has(value)) return value;
  if (others.includes(secretMark)) return secretMark;
  if (Array.isArray(value)) {
    // Items may have moved, so that the mark of one is that of all.
    const items = others.filter(Array.isArray).flat();
    return value.map((item) => maskedAlike(item, items));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, maskedAlike(member, at(others, key))]),
  );
}

function at(values: readonly JsonValue[], key: string): JsonValue[] {
  return values.flatMap((value) => {
    const member = isObject(value) ? valueAt(value, key) : undefined;
    return member === undefined ? [] : [member];
  });
}
