import type { JsonObject, JsonValue } from "../../api/json";
import { safeJson } from "../../api/safeText";
import { differences } from "../../config/compare";
import { configurationOf } from "../../config/configurationValue";
import { secretMark, masked, secretAt } from "../../config/secrets";
import {
  formatPropertyPath,
  isObject,
  known,
  valueAt,
  valueAtPath,
  type PropertyPath,
} from "../../config/values";
import { groupInputs } from "../../resource/group";
import { hostInputs } from "../../resource/host";
import { unknownTexts } from "../../runtime/carriedText";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";
import type { ChangedValue } from "./changesReport";
import type { PreviewStep, ResourceState } from "./pulumiPreview";

/** The values that a provider found to differ, secret ones included. */
export function foundValues({ values }: Finding): ChangedValue[] {
  return values.map(changedValue);
}

/** The inputs of a step that differ. */
export function changedValues({ oldState, newState, detailedDiff }: PreviewStep): ChangedValue[] {
  const models = [oldState, newState].flatMap((state) => [state?.inputs ?? {}, state?.outputs ?? {}]);
  const [before, after = {}] = [oldState, newState].map((state) => maskedInputs(inputsOf(state), models));
  const paths = before === undefined ? leavesOf(after) : differences(before, after).map(({ path }) => path);
  const visible = paths.map((path) =>
    changedValue({ path, before: valueAtPath(before, path), after: valueAtPath(after, path) }),
  );
  // Secrets are masked on both sides, so that only Pulumi's list of paths shows that they differ.
  const masks = [...maskedPaths(before ?? {}), ...maskedPaths(after)];
  const hidden = Object.keys(detailedDiff ?? {}).filter(
    (path) => masks.some((mask) => covers(path, mask)) && !visible.some((value) => covers(path, value.path)),
  );
  return [...visible, ...hidden.map((path) => ({ path, before: secretMark, after: secretMark }))];
}

interface Difference {
  path: PropertyPath;
  before?: JsonValue | undefined;
  after?: JsonValue | undefined;
}

function changedValue({ path, before, after }: Difference): ChangedValue {
  return {
    path: plainText(formatPropertyPath(path)),
    before: shownValue(before, path),
    after: shownValue(after, path),
  };
}

const longest = 200;

/** A value as one line of JSON: what Pulumi, its key or its form calls a secret is masked, and a long one is cut. */
function shownValue(value: JsonValue | undefined, path: PropertyPath): string | undefined {
  if (value === undefined) return undefined;
  const shown = masked(value, path, secretAt([]));
  if (shown === secretMark) return secretMark;
  if (typeof shown === "string" && unknownTexts.has(shown)) return "known after the update";
  const letters = Array.from(safeJson(shown));
  return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest).join("")}…`;
}

/** Whether one of the paths is the other, or leads to it. */
function covers(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long.startsWith(short) && ["", ".", "["].includes(long.charAt(short.length));
}

/** The places of everything that a new resource is given. */
function leavesOf(value: JsonValue, path: PropertyPath = []): PropertyPath[] {
  if (!isObject(value) || Object.keys(value).length === 0) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
}

/** The places of what is masked. */
function maskedPaths(value: JsonValue, path: PropertyPath = []): string[] {
  if (value === secretMark) return [formatPropertyPath(path)];
  if (Array.isArray(value)) return value.flatMap((item, index) => maskedPaths(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => maskedPaths(member, [...path, key]));
}

/** Secrets masked alike on both sides, so that a mark alone makes no difference. */
function maskedInputs(inputs: JsonObject | undefined, models: readonly JsonObject[]): JsonObject | undefined {
  return inputs && mapValues(inputs, (key, value) => maskedAlike(value, membersAt(models, key)));
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
  return mapValues(value, (key, member) => maskedAlike(member, membersAt(others, key)));
}

function membersAt(values: readonly JsonValue[], key: string): JsonValue[] {
  return values.flatMap((value) => {
    const member = isObject(value) ? valueAt(value, key) : undefined;
    return member === undefined ? [] : [member];
  });
}

/** Inputs that the outputs repeat as they were last saved; the others say which host or group it is. */
const repeated = new Set(
  [hostInputs, groupInputs]
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((key) => !["hostId", "groupId", "name", "clientId", "active"].includes(key)),
);

/**
 * What a person gave; keys such as `__provider` are the providers' own.
 *
 * After an update that failed half-way, the engine keeps the inputs from before it: what was saved is in the outputs.
 */
function inputsOf(state: ResourceState | null | undefined): JsonObject | undefined {
  const { inputs, outputs } = state ?? {};
  if (inputs === null || inputs === undefined) return undefined;
  const saved = typeof outputs?.fingerprint === "string" ? outputs : undefined;
  const given = Object.fromEntries([
    ...Object.entries(inputs).filter(([key]) => !key.startsWith("__") && !(saved && repeated.has(key))),
    ...Object.entries(saved ?? {}).filter(([key]) => repeated.has(key)),
  ]);
  // A configuration is its JSON text if it holds a number that Pulumi cannot carry.
  return mapValues(given, (key, value) =>
    ["json", "jsonAdmin"].includes(key) ? known(configurationOf(value)) : value,
  );
}

function mapValues(object: JsonObject, map: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]));
}
