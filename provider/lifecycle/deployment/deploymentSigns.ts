import type { DeployStatus } from "../../api/hostConfigApi";
import { mayBeNow, serviceTime, timeStep } from "./serviceTime";
import type { DeploymentMark } from "./statusKind";

/** A look that showed our deployment running. */
export interface RunningLook {
  at: number;
  status: DeployStatus | undefined;
  /** Whether the output was seen growing: then the service does not replace what it has shown. */
  grows: boolean;
}

/** The types in every spelling of the reference, in a request and in a status. Another text tells nothing. */
const types = new Map([
  ["deploy", "deploy"],
  ["fulldeploy", "full"],
  ["fulldeletedeploy", "fullDelete"],
  ["fullresetdeploy", "fullDelete"],
]);

function typeOf(text: string | undefined): string | undefined {
  return types.get((text ?? "").toLowerCase().replace(/[^a-z]/g, ""));
}

/** Whether a status names another type than the one that was asked for. */
export function isOfAnotherType(status: DeployStatus | undefined, asked: string): boolean {
  const [shown, own] = [typeOf(status?.deployType), typeOf(asked)];
  return shown !== undefined && own !== undefined && shown !== own;
}

/** The types, each of which does the work of those before it. */
const byWork = ["deploy", "full", "fullDelete"];

/** Whether the deployment of a status has done the work of the type that was asked for. */
export function doesWorkOf(status: DeployStatus, asked: string): boolean {
  const [shown, own] = [byWork.indexOf(typeOf(status.deployType) ?? ""), byWork.indexOf(typeOf(asked) ?? "")];
  return own !== -1 && shown >= own;
}

/** Whether a service that names the types in its own way has shown the running deployment under this type, too. */
export function hasShownType(seen: RunningLook, status: DeployStatus | undefined): boolean {
  const shown = typeOf(status?.deployType);
  return shown !== undefined && typeOf(seen.status?.deployType) === shown;
}

/**
 * Whether what runs now is not what was seen running: somebody has ended that and started another deployment. Each sign is
 * one that no deployment gives that is still the same; output that only goes back may be a look at an earlier moment.
 */
export function isAnotherRun(seen: RunningLook, status: DeployStatus | undefined, asked: string): boolean {
  const before = seen.status;
  const wasOurs = typeOf(before?.deployType) === typeOf(asked);
  if (wasOurs && isOfAnotherType(status, asked)) return true;
  const [was, is] = [linesOf(before), linesOf(status)];
  // While ours runs, `deploy_at` is of the one before: a later one is of ours, which has ended then.
  const endedSince = serviceTime(status?.deployAt) > serviceTime(before?.deployAt);
  if (endedSince && was.length > 0 && !continues(before, status)) return true;
  const isShorter = is.length < was.length && is.join("").length < was.join("").length;
  return seen.grows && isShorter && beginsLike(is, was) && !is.some((line) => was.includes(line));
}

/** A job that begins anew prints its first line again, with another time; one that shows each phase by itself prints another. */
function beginsLike([first]: string[], [former]: string[]): boolean {
  const withoutTime = (line: string | undefined) => line?.replace(/\d+/g, "0");
  return first !== undefined && withoutTime(first) === withoutTime(former);
}

/** The look at our deployment that follows another one. */
export function nextRunningLook(
  seen: RunningLook | undefined,
  status: DeployStatus | undefined,
  at: number,
): RunningLook {
  const before = seen?.status;
  const grew =
    linesOf(before).length > 0 &&
    continues(before, status) &&
    linesOf(status).length > linesOf(before).length;
  return { at, status, grows: grew || seen?.grows === true };
}

/** What an equal mark is judged by. */
export interface EqualMark {
  /** The result that looks like the one before. */
  status: DeployStatus | undefined;
  /** The status right before our start; `undefined` for a start of an earlier operation. */
  shownBefore: DeployStatus | undefined;
  startedAt: number;
  /** The last look that showed our deployment running, if there was one. */
  seen: RunningLook | undefined;
  now: number;
}

/**
 * Whose result it is that has the very mark of the one before ours. A service that writes `deploy_at` in minutes or days
 * gives two deployments within one of them the same: then the output tells, and otherwise nothing but time.
 */
export function ownerOfEqualMark(before: DeploymentMark, mark: EqualMark): "before" | "ours" | "unknown" {
  const { status, shownBefore, startedAt, seen, now } = mark;
  const step = timeStep(status?.deployAt);
  const isEqual = status?.deployAt === before.deployAt && status?.publishingStatus === before.status;
  const fits = (seen?.at ?? startedAt) - startedAt < step;
  const isCoarse = step > 1 && mayBeNow(status?.deployAt, now);
  if (!isEqual || !isCoarse || !fits) return "before";
  const isNew =
    linesOf(status).length > 0 && shownBefore !== undefined && status?.jobStdout !== shownBefore.jobStdout;
  // A service may show the end of the output alone, so that a later look does not continue an earlier one.
  if (isNew) return "ours";
  if (seen === undefined) return "before";
  if (linesOf(seen.status).length === 0 || linesOf(status).length === 0) return "unknown";
  return continues(seen.status, status) ? "unknown" : "before";
}

/** Whether the output of a look begins with that of an earlier one. */
function continues(earlier: DeployStatus | undefined, later: DeployStatus | undefined): boolean {
  return (later?.jobStdout ?? "").startsWith((earlier?.jobStdout ?? "").trimEnd());
}

function linesOf(status: DeployStatus | undefined): string[] {
  return (status?.jobStdout ?? "").split("\n").filter((line) => line.trim() !== "");
}
