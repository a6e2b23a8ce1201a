import { ApiError, SettingsError } from "../api/errors";
import { insideProject } from "./connection";
import { exitStatus, type ExitStatus, CommandError, UsageError } from "./errors";
import type { Surroundings } from "./surroundings";

/** A failure as the user is told of it. */
interface Explanation {
  /** Class of the error. */
  kind: string;
  message: string;
  /** What to do next. */
  steps: readonly string[];
  status: ExitStatus;
}

/** What a failure means, and what to do about it. */
export function explainError(error: unknown, surroundings: Surroundings): Explanation {
  const kind = error instanceof Error ? error.name : "Error";
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof UsageError ? exitStatus.usage : exitStatus.failed;
  return { kind, message, status, steps: stepsFor(error, surroundings) };
}

function stepsFor(error: unknown, surroundings: Surroundings): readonly string[] {
  if (error instanceof CommandError) return error.steps;
  if (error instanceof SettingsError) {
    return [
      "Set HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN in the environment.",
      insideProject(surroundings.cwd)
        ? "This folder belongs to a Pulumi project: `--stack NAME` takes both from the configuration of a stack."
        : "In the folder of a Pulumi project, `--stack NAME` takes both from the configuration of a stack.",
    ];
  }
  if (error instanceof ApiError) return ["`npx pulumi-hostconfig doctor` checks address, token and service."];
  return [];
}
