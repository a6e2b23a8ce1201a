import type { Host } from "../../api/hostConfigApi";
import { plainText } from "../output/plainText";

/** A host as commands name it: its texts cannot do anything to a terminal. */
export interface ShownHost {
  id: number;
  name: string;
  clientId: number | undefined;
}

export function shownHost({ id, name, clientId }: Host): ShownHost {
  return { id, name: plainText(name), clientId };
}

/** `Host 12 (web1)` */
export function hostLabel({ id, name }: ShownHost): string {
  return `Host ${id} (${name})`;
}
