import type { JsonObject, JsonValue } from "../../api/json";
import { differences } from "../../lifecycle/configuration/differences";
import { isObject, valueAt } from "../../lifecycle/configuration/jsonKinds";
import { formatPropertyPath, type PropertyPath } from "../../lifecycle/configuration/propertyPath";
import type { Finding } from "../../engine/findings";
import { comparedInputs, maskedPaths } from "./comparedInputs";
import { plainText } from "../output/plainText";
import type { PreviewStep } from "./previewDigest";
import { secretMark } from "../../lifecycle/configuration/secretAt";
import { shownValue } from "./shownValue";

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
