import type { Command } from "./command";
import { driftCommand } from "./changes/driftCommand";
import { previewCommand } from "./changes/previewCommand";
import { doctorCommand } from "./doctor/doctorCommand";
import { importCommand } from "./estate/importCommand";
import { resetCommand } from "./reset/resetCommand";
import { statusCommand } from "./status/statusCommand";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  importCommand,
  previewCommand,
  driftCommand,
  statusCommand,
  resetCommand,
  doctorCommand,
];
