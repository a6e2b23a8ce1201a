import type { JsonObject } from "../../api/json";
import { withNamedNulls } from "./importedNulls";
import { isObject } from "./jsonKinds";
import type { Property } from "./unknown";
import { valuesOfDeclared } from "./valuesOfDeclared";

interface ImportableState {
  inputs: { json?: JsonObject | undefined };
  savedJson: JsonObject;
  memory: { unsavedImport?: boolean | undefined };
}

/**
 * What counts as declared of the configuration in a state, the new inputs beside it. An import declares all that was there.
 * A program that owns only the keys that it names has declared nothing else before, and must not remove what others keep.
 */
export function importedDeclaration(
  { inputs, savedJson, memory }: ImportableState,
  { json: named, ownership }: { json?: Property; ownership?: Property },
): JsonObject | undefined {
  const json = withNamedNulls(inputs.json, named, savedJson);
  const isOnlyPart = memory.unsavedImport === true && ownership === "declared";
  return isOnlyPart && json !== undefined && isObject(named) ? valuesOfDeclared(json, named) : json;
}
