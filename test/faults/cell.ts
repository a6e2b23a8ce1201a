import { isDeepStrictEqual } from "node:util";
import { FaultBook } from "../emulator/faults/faultBook";
import type { RecordedRequest } from "../emulator";
import type { EmulatorOptions } from "../emulator";
import { withPlatform, type Platform } from "../lifecycle/platform";
import type { FaultKind } from "./faultKinds";
import type { Operation, Scene } from "./operation";
import { refusingDispatcher } from "./refusingDispatcher";
import { Silence } from "./silence";
import { snapshotOf, type Snapshot } from "./snapshot";

/** A call that an operation makes. */
export interface Call {
  method: string;
  path: string;
  /** How often the operation makes it when nothing goes wrong. */
  count: number;
}

/** One fault in one call of one operation. */
export interface Cell {
  operation: Operation;
  call: Call;
  at: "first" | "second" | "every";
  kind: FaultKind;
}

/** How an operation goes without a fault. */
export interface Rehearsal {
  calls: Call[];
  /** After the operation. */
  reached: Snapshot;
  /** After everything is destroyed. */
  left: Snapshot;
}

interface Stage extends Platform {
  silence: Silence;
  refused: FaultBook;
}

/** The name of a cell, for the list of those that fail. */
export function nameOf({ operation, call, at, kind }: Cell): string {
  return `${operation.name} | ${call.method} ${call.path} | ${at} | ${kind.name}`;
}

/** Runs an operation without a fault, and finds the calls that it makes. */
export async function rehearse(operation: Operation, options: EmulatorOptions): Promise<Rehearsal> {
  let calls: Call[] = [];
  const ends = await onStage(options, async (stage) => {
    const scene = await operation.prepare(stage);
    stage.emulator.clearRequests();
    const before = deploymentsOn(stage);
    await scene.run();
    calls = callsOf(stage.emulator.requests);
    operation.expect(stage, scene, deploymentsOn(stage) - before);
    const problems: string[] = [];
    const found = await lifeAfter(stage, scene, problems);
    if (problems.length > 0) throw new Error(`${operation.name}, without a fault: ${problems.join("; ")}`);
    return found;
  });
  return { calls, ...ends };
}

/** Runs an operation with a fault, and what comes after it. Empty where everything is as it has to be. */
export async function problemsOf(
  cell: Cell,
  rehearsal: Rehearsal,
  otherOrigin: string,
  options: EmulatorOptions,
): Promise<string[]> {
  const { operation, call, at, kind } = cell;
  const problems: string[] = [];
  await onStage(options, async (stage) => {
    const scene = await operation.prepare(stage);
    const fault = kind.fault(otherOrigin);
    const book = fault === "refused" ? stage.refused : stage.emulator.faults;
    const { method, path } = call;
    const handle = book.add({
      match: { method, path },
      at,
      fault: fault === "refused" ? { kind: "resetBefore" } : fault,
    });
    stage.silence.begin(() => (fault !== "refused" && fault.kind === "silence" ? handle.hits : 0));
    try {
      await scene.run();
    } catch (error) {
      problems.push(...wordingProblems(error, stage, { call, kind }));
    }
    if (handle.hits === 0) problems.push("the fault never happened");
    if (
      stage.told.status.concat(stage.told.info, stage.told.warn).some((line) => line.includes("sample-admin"))
    )
      problems.push("the token was shown");
    handle.remove();
    const { reached, left } = await lifeAfter(stage, scene, problems);
    for (const [when, found, wanted] of [
      ["afterwards", reached, rehearsal.reached],
      ["after a destroy", left, rehearsal.left],
    ] as const) {
      const { deployments, ...rest } = found;
      const { deployments: enough, ...same } = wanted;
      problems.push(...differences(when, rest, same));
      problems.push(...deploymentProblems(when, deployments, enough, mayDeployAgain(cell)));
    }
  });
  return problems;
}

async function onStage<Result>(
  options: EmulatorOptions,
  play: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const refused = new FaultBook();
  const dispatcher = refusingDispatcher(
    (method, path) => refused.take({ method, path, pattern: null }).length > 0,
  );
  let silence: Silence | undefined;
  let result: { value: Result } | undefined;
  await withPlatform(
    options,
    async (platform) => {
      if (silence === undefined) throw new Error("no client was made");
      result = { value: await play({ ...platform, silence, refused }) };
    },
    (clock) => {
      silence = new Silence(clock);
      return { dispatcher, startTimer: silence.startTimer };
    },
  );
  await dispatcher.destroy();
  if (result === undefined) throw new Error("the play did not end");
  return result.value;
}

/** What a user does after the operation: goes on, looks whether anything is left to do, and destroys. */
async function lifeAfter(
  stage: Stage,
  scene: Scene,
  problems: string[],
): Promise<{ reached: Snapshot; left: Snapshot }> {
  const attempt = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      problems.push(`${what} fails: ${String(error)}`);
    }
  };
  await attempt("the next try", () => scene.goOn());
  // For what nobody has waited for.
  stage.clock.advance(60_000);
  const reached = snapshotOf(stage, scene);
  for (const { resource, program } of scene.resources) {
    const isManaged = () => resource.state !== undefined;
    if (!isManaged()) continue;
    stage.requests();
    await attempt("one more up", () => resource.up(program));
    const requests = stage.requests();
    if (requests.length > 0) problems.push(`one more up makes requests: ${requests.join(", ")}`);
    await attempt("refresh", () => resource.refresh());
    const changes = isManaged() ? resource.preview(program) : ["that it is gone"];
    if (changes.length > 0) problems.push(`a preview after a refresh shows ${changes.join(", ")}`);
    if (isManaged()) await attempt("destroy", () => resource.destroy());
  }
  return { reached, left: snapshotOf(stage, scene) };
}

/** Whether a host may be deployed once more than without the fault: where nobody could know of the first time. */
function mayDeployAgain({ operation, call, kind }: Cell): boolean {
  if (!call.path.endsWith("/deploy")) return false;
  // 404 says that the host was never deployed, or was reset.
  const denied = call.method === "GET" && kind.name === "404";
  // A destroy that fails leaves the state as it was: nothing remembers what it had started.
  return denied || operation.destroys === true;
}

function deploymentProblems(
  when: string,
  found: Snapshot["deployments"],
  enough: Snapshot["deployments"],
  onceMore: boolean,
): string[] {
  return Object.entries(found).flatMap(([hostId, count]) => {
    const least = enough[Number(hostId)] ?? 0;
    const most = least + (onceMore ? 1 : 0);
    return count < least || count > most
      ? [`${when}, host ${hostId} was deployed ${count} times instead of ${least}`]
      : [];
  });
}

function wordingProblems(
  error: unknown,
  { emulator }: Stage,
  { call, kind }: Pick<Cell, "call" | "kind">,
): string[] {
  if (!(error instanceof Error)) return [`throws ${String(error)}`];
  const { message } = error;
  const problems: string[] = [];
  const names = message.includes(`${call.method} ${call.path}`) && message.includes(emulator.url);
  if (!names && !/(?:Host|Group) \d/.test(message))
    problems.push(`the error does not name the call: ${message}`);
  if (!kind.says.test(message)) problems.push(`the error does not tell the way out: ${message}`);
  if (message.includes(emulator.tokens.admin)) problems.push(`the error shows the token: ${message}`);
  return problems;
}

function differences(when: string, found: unknown, wanted: unknown): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  if (!isRecord(found) || !isRecord(wanted))
    return [`${when} is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
  const keys = new Set([...Object.keys(found), ...Object.keys(wanted)]);
  return [...keys].flatMap((key) => differences(`${when}.${key}`, found[key], wanted[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function callsOf(requests: readonly RecordedRequest[]): Call[] {
  const calls = new Map<string, Call>();
  for (const { method, path } of requests) {
    const call = calls.get(`${method} ${path}`) ?? { method, path, count: 0 };
    calls.set(`${method} ${path}`, { ...call, count: call.count + 1 });
  }
  return [...calls.values()];
}

function deploymentsOn({ emulator }: Platform): number {
  return emulator.hostIds().flatMap((id) => emulator.host(id).deployments).length;
}
