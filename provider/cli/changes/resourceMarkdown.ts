import { counted } from "../output/counted";
import type { ChangedResource } from "./changedResource";
import type { ChangesReport } from "./changesReport";
import { dangerousFirst, dangersOf } from "./dangers";
import { codeCell, codeSpan } from "./markdownCode";
import { ownershipWords } from "./ownershipWords";
import { byteLength, shortened } from "./shortened";

/** As many removed keys as are named beside a table that may be cut. */
const mostRemoved = 5;

/**
 * A resource with its heading, its dangers, and as much of its table as has room.
 *
 * @param room bytes for the rows of the table
 */
export function resourceSection(resource: ChangedResource, report: ChangesReport, room: number): string {
  const { change, label, project, stack, urn, values } = resource;
  const { columns, verbs, noValues } = report;
  const owner = `${codeSpan(shortened(`${project}/${stack}`))}, resource ${codeSpan(shortened(resource.resource))}, ${ownershipWords(resource)}.`;
  const rows = rowsWithin(dangerousFirst(resource), values, room);
  const left = values.length - rows.length;
  const table = [`| key | ${columns.before} | ${columns.after} |`, "| --- | --- | --- |", ...rows, ""];
  return [
    `#### ${codeSpan(shortened(label))} ${verbs[change]}`,
    "",
    `${owner} <sub>${codeSpan(shortened(urn))}</sub>`,
    "",
    ...dangerLines(resource),
    ...(rows.length > 0 ? table : []),
    ...(left > 0
      ? [`${rows.length > 0 ? "… and " : ""}${counted(left, rows.length > 0 ? "more value" : "value")}.`, ""]
      : []),
    ...(values.length === 0 && change === "update" ? [noValues, ""] : []),
  ].join("\n");
}

/** The bytes that the rows of all its values take. */
export function tableLength({ values }: ChangedResource): number {
  return values.reduce((sum, value) => sum + byteLength(row(value)) + 1, 0);
}

/** A resource in one line. */
export function resourceLine(resource: ChangedResource, { verbs }: ChangesReport): string {
  const { removed, deployType } = dangersOf(resource);
  const facts = [
    `resource ${codeSpan(shortened(resource.resource))}`,
    ...(resource.values.length > 0 ? [counted(resource.values.length, "value")] : []),
    ...(removed.length > 0 ? [`**${counted(removed.length, "key")} removed**`] : []),
    ...(deployType === undefined ? [] : [`**deployment type** ${codeSpan(shortened(deployType))}`]),
  ];
  return `- ${[`${codeSpan(shortened(resource.label))} ${verbs[resource.change]}`, ...facts].join("; ")}`;
}

/** All rows in the order of the values; if there is no room for them, those that tell of a danger first. */
function rowsWithin(
  urgent: ChangedResource["values"],
  values: ChangedResource["values"],
  room: number,
): string[] {
  const taken = new Set<ChangedResource["values"][number]>();
  let length = 0;
  for (const value of urgent) {
    length += byteLength(row(value)) + 1;
    if (length > room) break;
    taken.add(value);
  }
  return values.filter((value) => taken.has(value)).map(row);
}

function row({ path, before, after }: ChangedResource["values"][number]): string {
  return `| ${codeCell(shortened(path))} | ${cell(before)} | ${cell(after)} |`;
}

function cell(value: string | undefined): string {
  return value === undefined ? "–" : codeCell(value);
}

function dangerLines(resource: ChangedResource): string[] {
  const { removed, deployType } = dangersOf(resource);
  const named = removed.slice(0, mostRemoved).map((path) => codeSpan(shortened(path)));
  const more = removed.length > named.length ? ` and ${removed.length - named.length} more` : "";
  const lines = [
    ...(deployType === undefined ? [] : [`- **Deployment type:** ${codeSpan(shortened(deployType))}`]),
    ...(removed.length === 0 ? [] : [`- **Removed:** ${named.join(", ")}${more}`]),
  ];
  return lines.length === 0 ? [] : [...lines, ""];
}
