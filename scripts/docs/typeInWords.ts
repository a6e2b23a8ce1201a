import type { PackageSpec, TypeSpec } from "../../provider/plugin/schema/packageSpec";

/** The pages on which an object type has a heading of its own; all others have it on the page of the functions. */
const pages: Readonly<Record<string, string>> = { Deploy: "host.md", Deployment: "host.md" };

/** A type of the schema as a reader of the pages sees it: the values of a choice, a link for an object type. */
export function typeInWords(type: TypeSpec, types: PackageSpec["types"]): string {
  if ("$ref" in type) return reference(type.$ref, types);
  if (type.type === "array") return `list of ${inList(type.items, types)}`;
  if (type.type !== "object") return type.type;
  const values = type.additionalProperties;
  return "$ref" in values && !isAny(values.$ref) ? `object of ${reference(values.$ref, types)}` : "object";
}

function inList(items: TypeSpec, types: PackageSpec["types"]): string {
  if ("$ref" in items && isAny(items.$ref)) return "any values";
  return "type" in items && items.type === "integer" ? "integers" : typeInWords(items, types);
}

function reference(ref: string, types: PackageSpec["types"]): string {
  if (isAny(ref)) return "any value";
  const token = ref.replace("#/types/", "");
  const type = types[token];
  if (type === undefined) throw new Error(`The schema refers to ${ref}, and has no such type.`);
  if ("enum" in type) return type.enum.map(({ value }) => `\`"${value}"\``).join(", ");
  const name = typeName(token);
  return `[${name}](${pages[name] ?? "functions.md"}#${name.toLowerCase()})`;
}

/** Whether an object type is explained on the page of the functions. */
export function isFunctionType(token: string): boolean {
  return pages[typeName(token)] === undefined;
}

export function typeName(token: string): string {
  return token.replace("hostconfig:index:", "");
}

function isAny(ref: string): boolean {
  return ref === "pulumi.json#/Any";
}
