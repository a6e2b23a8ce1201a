import type { JsonValue } from "../../api/json";
import { safeJson } from "../../api/safeText";
import { unknownTexts } from "../../engine/signatures";
import { isObject } from "../../lifecycle/configuration/jsonKinds";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { isProbablySecret } from "../../lifecycle/configuration/probableSecrets";

/** What stands for a secret in all that Pulumi prints. */
export const secretMark = "[secret]";

const longest = 200;

/** A value as one line of JSON: what Pulumi, its key or its form calls a secret is masked, and a long one is cut. */
export function shownValue(value: JsonValue, path: PropertyPath): string {
  const masked = withoutSecrets(value, path);
  if (masked === secretMark) return secretMark;
  if (typeof masked === "string" && unknownTexts.has(masked)) return "known after the update";
  const letters = Array.from(safeJson(masked));
  return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest).join("")}…`;
}

function withoutSecrets(value: JsonValue, path: PropertyPath): JsonValue {
  if (Array.isArray(value)) return value.map((item, index) => withoutSecrets(item, [...path, index]));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, withoutSecrets(member, [...path, key])]),
    );
  }
  return isProbablySecret(value, path) ? secretMark : value;
}
