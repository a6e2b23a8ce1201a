import { projectName } from "../connection/pulumiProject";
import type { Surroundings } from "../surroundings";

/**
 * The hidden first line of a comment: it tells a pipeline which of the comments is this command's on this stack. It is the
 * same where the command fails, so it takes only what is known before Pulumi runs.
 */
export function commentMarker(command: string, { cwd }: Surroundings, stack: string | undefined): string {
  const words = [command, projectName(cwd) ?? "project", stack ?? "selected"];
  return `<!-- pulumi-hostconfig ${words.map((word) => word.replaceAll(/[^\w./]/g, "-")).join(" ")} -->`;
}
