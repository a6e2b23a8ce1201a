import type * as automation from "@pulumi/pulumi/automation";
import type { DriverResult, StackRequest } from "../stackRequest";

/** A Pulumi program; what it returns are the stack's outputs. */
export type InlineProgram = () => Promise<Record<string, unknown> | undefined>;

/** The surroundings of an action. */
export interface DriveSettings {
  readonly automation: typeof automation;
  readonly program: InlineProgram;
  readonly onOutput: (text: string) => void;
  readonly onError: (text: string) => void;
  /** Cancels the action, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** Runs one action of the Automation API. A failure of the action is a result, not an exception. */
export function drive(
  request: Omit<StackRequest, "program" | "resultFile">,
  settings: DriveSettings,
): Promise<DriverResult>;
