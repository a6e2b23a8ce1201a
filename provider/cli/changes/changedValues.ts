import type { JsonObject, JsonValue } from "../../api/json";
import { safeJson } from "../../api/safeText";
import { differences } from "../../config/compare";
import { configurationOf } from "../../config/configurationValue";
import { secretMark, masked, secretAt } from "../../config/secrets";
import { isObject, valueAt, formatPropertyPath, type PropertyPath, known } from "../../config/values";
import { groupInputs } from "../../resource/group/group";
import { hostInputs } from "../../resource/host/host";
import { unknownTexts } from "../../runtime/carriedText";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";
import type { PreviewStep, ResourceState } from "./previewDigest";

/** A value that is not the same before and after; secrets are masked. */
export interface ChangedValue {
  /** Such as `json.php.version`. */
  path: string;
  /** As JSON; `undefined`: there is none. */
  before: string | undefined;
  after: string | undefined;
}

/** The values of a step that differ. */
export function changedValues(step: PreviewStep): ChangedValue[] {
  const { before, after } = comparedInputs(step);
  const paths = before === undefined ? leaves(after, []) : pathsBetween(before, after);
  const visible = paths.map((path): ChangedValue => {
    const [old, now] = [valueIn(before ?? {}, path), valueIn(after, path)];
    return {
      path: plainText(formatPropertyPath(path)),
      before: old === undefined ? undefined : shownValue(old, path),
      after: now === undefined ? undefined : shownValue(now, path),
    };
  });
  const masked = [...maskedPaths(before ?? {}), ...maskedPaths(after)];
  const hidden = Object.keys(step.detailedDiff ?? {}).filter((path) =>
    masked.some((place) => covers(path, place)),
  );
  return [...visible, ...hiddenValues(hidden, visible)];
}

/** The values that a provider found to differ, secret ones included. */
export function foundValues({ values }: Finding): ChangedValue[] {
  return values.map(({ path, before, after }) => ({
    path: plainText(formatPropertyPath(path)),
    before: before === undefined ? undefined : shownValue(before, path),
    after: after === undefined ? undefined : shownValue(after, path),
  }));
}

function pathsBetween(before: JsonObject, after: JsonObject): PropertyPath[] {
  return differences(before, after).map(({ path }) => path);
}

/** Secrets are masked on both sides, so that only the list of paths tells that they differ. */
function hiddenValues(paths: readonly string[], visible: readonly ChangedValue[]): ChangedValue[] {
  return paths
    .filter((path) => !visible.some((value) => covers(path, value.path)))
    .map((path) => ({ path, before: secretMark, after: secretMark }));
}

/** Whether one of the paths is the other, or leads to it. */
function covers(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long.startsWith(short) && ["", ".", "["].includes(long.charAt(short.length));
}

/** The places of everything that a new resource is given. */
function leaves(value: JsonValue, path: PropertyPath): PropertyPath[] {
  if (!isObject(value) || Object.keys(value).length === 0) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
}

function valueIn(value: JsonObject, path: PropertyPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) ? valueAt(inner, String(step)) : undefined;
  }, value);
}

/** The inputs of a resource on both sides, secrets masked alike, so that a mark alone makes no difference. */
interface ComparedInputs {
  /** `undefined`: there was no resource. */
  before: JsonObject | undefined;
  after: JsonObject;
}

/** The inputs of a step, before and after. */
function comparedInputs({ oldState, newState }: PreviewStep): ComparedInputs {
  const models = [oldState, newState].flatMap((state) => [state?.inputs ?? {}, state?.outputs ?? {}]);
  const masked = (inputs: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, maskedAlike(value, at(models, key))]),
    );
  const before = inputsOf(oldState);
  return { before: before && masked(before), after: masked(inputsOf(newState) ?? {}) };
}

/** The places of what is masked. */
function maskedPaths(value: JsonValue, path: PropertyPath = []): string[] {
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

const longest = 200;

/** A value as one line of JSON: what Pulumi, its key or its form calls a secret is masked, and a long one is cut. */
function shownValue(value: JsonValue, path: PropertyPath): string {
  const shown = masked(value, path, secretAt([]));
  if (shown === secretMark) return secretMark;
  if (typeof shown === "string" && unknownTexts.has(shown)) return "known after the update";
  const letters = Array.from(safeJson(shown));
  return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest).join("")}…`;
}

const longestText = 120;

/** The beginning of a name or a path that is longer than anybody reads. */
export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= longestText ? text : `${letters.slice(0, longestText).join("")}…`;
}

/** How many bytes a text takes: never fewer than its characters. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** As many of the lines, from the first on, as have room, each with its line break. */
export function linesWithin(lines: readonly string[], room: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += byteLength(line) + 1) > room);
  return end === -1 ? [...lines] : lines.slice(0, end);
}

/** The beginning of a text that takes no more bytes, at the end of a character. */
export function textWithin(text: string, room: number): string {
  if (byteLength(text) <= room) return text;
  const bytes = Buffer.from(text).subarray(0, Math.floor(room) - 3);
  return `${bytes.toString("utf8").replace(/\ufffd$/, "")}…`;
}
