import { driftCommand } from "./changes/driftCommand";
import type { Command } from "./command";
import { doctorCommand } from "./doctor/doctorCommand";
import { importCommand } from "./import/importCommand";
import { resetCommand } from "./resetCommand";
import { previewCommand } from "./changes/previewCommand";
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
