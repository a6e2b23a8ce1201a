import { isObject, UNKNOWN, type Properties, type Property } from "../config/values";
import { carryText, openText, unknownText, unknownTexts } from "../runtime/carriedText";

/** The properties as the engine sent them, with unknown values marked as such and carried texts opened. */
export function fromEngine(properties: Properties): Properties {
  return changeMembers(properties, openText, (value) => {
    if (typeof value !== "string") return value;
    return unknownTexts.has(value) ? UNKNOWN : openText(value);
  });
}

/** The properties as the engine reads them. */
export function toEngine(properties: Properties): Properties {
  return changeMembers(properties, carryText, (value) => {
    if (typeof value === "string") return carryText(value);
    return value === UNKNOWN ? unknownText : value;
  });
}

/** Most properties hold nothing that has to be changed: they are not written anew. */
function changeMembers(
  properties: Properties,
  changeKey: (key: string) => string,
  changeLeaf: (value: Property) => Property,
): Properties {
  let changed = false;
  const change = (value: Property): Property => {
    if (Array.isArray(value)) {
      const items = value.map(change);
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    return isObject(value) ? changeMembers(value, changeKey, changeLeaf) : changeLeaf(value);
  };
  const members: [string, Property][] = [];
  for (const [key, before] of Object.entries(properties)) {
    const [name, value] = [changeKey(key), change(before)];
    changed ||= name !== key || value !== before || value === undefined;
    if (value !== undefined) members.push([name, value]);
  }
  return changed ? Object.fromEntries(members) : properties;
}
