import type { DeployStatus } from "../api/hostConfigApi";

/** How a deployment ends. */
export const finishedStatuses = ["published", "error", "canceled", "timeout"] as const;
export type FinishedStatus = (typeof finishedStatuses)[number];

/** What tells one finished deployment from the next. */
export interface DeploymentMark {
  status?: string | undefined;
  deployAt?: string | undefined;
  /** Not compared: whether there is one tells whether the service shows types. */
  type?: string | undefined;
}

/**
 * What a host's status says, seen from a deployment of ours:
 *
 * - `none`: no deployment history (or no such host);
 * - `idle`: neither running nor finished, as after a reset, or the end of an account import;
 * - `deploying`, `importing`: the host is busy;
 * - `old`: finished, but by its mark the deployment that had finished before ours, or an earlier one;
 * - `others`: finished since, and of another type than ours: somebody else's;
 * - `ended`: finished, and neither of these.
 */
export type StatusKind = "none" | "idle" | "deploying" | "importing" | "old" | "others" | "ended";

/** What tells a deployment of ours from others. */
export interface OwnDeployment {
  /** The type it was started with. */
  type: string;
  /** The deployment that had finished before. */
  before: DeploymentMark;
}

/** Reads a status in the light of our own deployment. */
export function statusKind(status: DeployStatus | undefined, ours: OwnDeployment | undefined): StatusKind {
  if (status === undefined) return "none";
  if (status.publishingStatus === "import") return "importing";
  if (isDeploying(status)) return "deploying";
  if (finishedStatus(status) === undefined) return "idle";
  if (ours === undefined) return "ended";
  // The end of an import may look like that of a deployment, without a type.
  const isTyped = status.deployType !== undefined || ours.before.type === undefined;
  if (status.publishingStatus === "published" && !isTyped) return "idle";
  if (isOld(markOf(status), ours.before)) return "old";
  return isOfAnotherType(status, ours.type) ? "others" : "ended";
}

/** The finished status that the service reports, `undefined` while there is none. */
export function finishedStatus(status: DeployStatus): FinishedStatus | undefined {
  return finishedStatuses.find((finished) => finished === status.publishingStatus);
}

/** The mark of the deployment that a status speaks of. */
export function markOf(status: DeployStatus | undefined): DeploymentMark {
  return { status: status?.publishingStatus, deployAt: status?.deployAt, type: status?.deployType };
}

/** Whether a result is that of the deployment before, or, as a service behind a cache may show it, an even earlier one. */
function isOld(mark: DeploymentMark, before: DeploymentMark): boolean {
  const isSame = mark.status === before.status && mark.deployAt === before.deployAt;
  return isSame || serviceTime(mark.deployAt) < serviceTime(before.deployAt);
}

/**
 * `is_deploying` suffices where it is true. Where it is not, a deployment may still be marked active because it makes no
 * progress; and a status that stayed `deploy` after a reset is marked active no more.
 */
function isDeploying({ isDeploying, publishing, publishingStatus }: DeployStatus): boolean {
  if (isDeploying === true) return true;
  const finished = finishedStatuses.some((status) => status === publishingStatus);
  if (finished) return isDeploying === undefined && publishing === true;
  return publishing ?? isDeploying ?? publishingStatus === "deploy";
}

/** A status that showed our deployment running. */
export interface SeenRunning {
  /** When it was read. */
  at: number;
  status: DeployStatus | undefined;
  /** Whether the output was seen growing: then the service does not replace what it has shown. */
  grows: boolean;
}

/** What is remembered of our running deployment after another status of it. */
export function nextSeenRunning(
  seen: SeenRunning | undefined,
  status: DeployStatus | undefined,
  at: number,
): SeenRunning {
  const before = seen?.status;
  const grew =
    linesOf(before).length > 0 &&
    continues(before, status) &&
    linesOf(status).length > linesOf(before).length;
  return { at, status, grows: grew || seen?.grows === true };
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

/** Whether a service that names the types in its own way has shown the running deployment under this type, too. */
export function hasShownType(seen: SeenRunning, status: DeployStatus | undefined): boolean {
  const shown = typeOf(status?.deployType);
  return shown !== undefined && typeOf(seen.status?.deployType) === shown;
}

/**
 * Whether what runs now is not what was seen running: somebody has ended that and started another deployment. Each sign is
 * one that no deployment gives that is still the same; output that only goes back may be of an earlier moment.
 */
export function isAnotherRun(seen: SeenRunning, status: DeployStatus | undefined, asked: string): boolean {
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

/** What an equal mark is judged by. */
interface EqualMark {
  /** The result that looks like the one before. */
  status: DeployStatus | undefined;
  /** The status right before our start; `undefined` for a start of an earlier operation. */
  shownBefore: DeployStatus | undefined;
  startedAt: number;
  /** The last status that showed our deployment running, if there was one. */
  seen: SeenRunning | undefined;
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
  // A service may show the end of the output alone, so that a later status does not continue an earlier one.
  if (isNew) return "ours";
  if (seen === undefined) return "before";
  if (linesOf(seen.status).length === 0 || linesOf(status).length === 0) return "unknown";
  return continues(seen.status, status) ? "unknown" : "before";
}

/** Whether the output of a status begins with that of an earlier one. */
function continues(earlier: DeployStatus | undefined, later: DeployStatus | undefined): boolean {
  return (later?.jobStdout ?? "").startsWith((earlier?.jobStdout ?? "").trimEnd());
}

function linesOf(status: DeployStatus | undefined): string[] {
  return (status?.jobStdout ?? "").split("\n").filter((line) => line.trim() !== "");
}

/**
 * When a configuration was saved that the state does not know of, as the record says; `undefined` if the record does not show such a save. A service
 * that leaves the time of a record as it is at a save says nothing by it.
 *
 * @param seenAt the time of the record in the state
 */
export function savedSince(updatedAt: string | undefined, seenAt: string | undefined): string | undefined {
  return serviceTime(updatedAt) > serviceTime(seenAt) ? updatedAt : undefined;
}

/**
 * Whether the status shows for certain that what was saved at a time has been published since: by a run that was killed before the state was
 * written, or by a person. If the times do not tell, it was not.
 *
 * @param savedAt when the configuration was saved last, as its record says
 * @param type the deployment that is due
 */
export function wasPublishedSince(
  savedAt: string | undefined,
  status: DeployStatus | undefined,
  type: string,
): boolean {
  if (status?.publishingStatus !== "published" || statusKind(status, undefined) !== "ended") return false;
  // The end of an account import may look like a deployment's, without a type.
  if (!doesWorkOf(status, type)) return false;
  return isLater(status.deployAt, savedAt);
}

/** The types, each of which does the work of those before it. */
const byWork = ["deploy", "full", "fullDelete"];

/** Whether the deployment of a status has done the work of the type that was asked for. */
function doesWorkOf(status: DeployStatus, asked: string): boolean {
  const [shown, own] = [byWork.indexOf(typeOf(status.deployType) ?? ""), byWork.indexOf(typeOf(asked) ?? "")];
  return own !== -1 && shown >= own;
}

/**
 * Whether a host's status shows that what is saved was perhaps not published: its latest deployment failed, still runs,
 * or had ended before the last save.
 *
 * @param updatedAt when the host was saved last, as its record tells
 */
export function missesSave(status: DeployStatus, updatedAt: string | undefined): boolean {
  if (statusKind(status, undefined) === "importing") return false;
  if (finishedStatus(status) !== "published") return true;
  return serviceTime(updatedAt) > serviceTime(status.deployAt);
}

/**
 * Milliseconds since the epoch for a time as the service spells it: a date with a time, or the digits of a Unix timestamp in
 * seconds or milliseconds. One that names no zone is taken for UTC: this machine's zone has nothing to do with it.
 *
 * @returns `NaN` for a text that is no time
 */
export function serviceTime(text: string | undefined): number {
  const time = text?.trim() ?? "";
  if (/^\d{9,11}(\.\d+)?$/.test(time)) return Number(time) * 1000;
  if (/^\d{12,14}$/.test(time)) return Number(time);
  return Date.parse(/:\d\d(\.\d+)?$/.test(time) && !namesZone(time) ? `${time}Z` : time);
}

function namesZone(time: string): boolean {
  return /([+-]\d\d:?\d\d|Z|GMT|UTC|^[\d.]+)$/i.test(time);
}

/** Between a time that names no zone, and may be of any, and one that names its own. */
const zoneError = 15 * 3600_000;

/**
 * Whether one time of the service's is later than another for certain: not if the earlier one may be rounded down past it,
 * or if only one of them says in which zone it is.
 */
function isLater(later: string | undefined, earlier: string | undefined): boolean {
  const [one, other] = [later?.trim() ?? "", earlier?.trim() ?? ""];
  const step = /\.\d/.test(other) ? 1 : /:\d\d:\d\d/.test(other) ? 1000 : Math.max(1, timeStep(other));
  const error = namesZone(one) === namesZone(other) ? 0 : zoneError;
  return serviceTime(one) - serviceTime(other) >= step + error;
}

/**
 * Whether a time of the service's may be the present one by this machine's clock. Clocks differ a little, and a time that
 * names no zone may be of any.
 */
function mayBeNow(text: string | undefined, now: number): boolean {
  const error = namesZone(text?.trim() ?? "") ? 15 * 60_000 : zoneError;
  return Math.abs(now - serviceTime(text)) < timeStep(text) + error;
}

const steps = [24 * 3600_000, 60_000, 1000];

/**
 * How far apart two times may be that the service writes alike, in milliseconds: a day for a date, a minute for a time
 * without seconds, or with none. An exact time looks like that once in a while, too.
 *
 * @returns 0 for a text that is no time
 */
function timeStep(text: string | undefined): number {
  const time = serviceTime(text);
  if (Number.isNaN(time)) return 0;
  return steps.find((step) => time % step === 0) ?? 1;
}
