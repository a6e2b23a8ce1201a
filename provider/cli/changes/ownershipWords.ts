import type { ChangedResource } from "./changedResource";

/** How much of it is the program's, and so what a change by hand means. */
export function ownershipWords({ ownership }: ChangedResource): string {
  switch (ownership) {
    case "whole":
      return "owns the whole configuration (ownership: whole)";
    case "declared":
      return "owns the keys that it names (ownership: declared)";
    case undefined:
      return "owns it";
  }
}
