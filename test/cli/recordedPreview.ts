import { writeFileSync } from "node:fs";
import type { JsonObject } from "../../provider/api/json";
import { differences } from "../../provider/config/compare";
import { valueAtPath } from "../../provider/config/values";
import { findingsVariable, type Finding } from "../../provider/runtime/findings";
import type { ProgramResult } from "../../provider/cli/surroundings";
import { openCliBench, type CliBench, type CliRun } from "./cliBench";

/** For the tests of a file: runs a command of the command line beside an engine that says what was recorded. */
export function besideRecordedEngine(): (result: Recorded, ...argv: string[]) => Promise<CliRun> {
  let bench: CliBench;
  beforeAll(async () => {
    bench = await openCliBench();
  });
  afterAll(() => bench.close());
  return (result, ...argv) => bench.run(argv, { programs: { pulumi: recorded(result) } });
}

/** What an engine printed, and what the providers that it started left for the command. */
export interface Recorded extends ProgramResult {
  findings?: readonly Finding[];
}

/** Stands for the engine and its providers. */
export function recorded({ findings = [], ...result }: Recorded) {
  return (_args: readonly string[], env: Readonly<Record<string, string>>): ProgramResult => {
    const lines = findings.map((one) => `${JSON.stringify(one)}\n`).join("");
    if (env[findingsVariable] !== undefined) writeFileSync(env[findingsVariable], lines);
    return result;
  };
}

/** A finding of a provider about a host that is as the last `pulumi up` left it. */
export const finding = (more: Partial<Finding> = {}): Finding => ({
  operation: "read",
  urn: urn("web1"),
  kind: "Host",
  id: "12",
  gone: false,
  values: [],
  unpublished: [],
  ...more,
});

export const urn = (name: string, type = "hostconfig:index:Host") =>
  `urn:pulumi:production::hosts::${type}::${name}`;

/** A resource as the engine prints it. */
export interface State {
  id?: string;
  type?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

export const host = (json: unknown, more: Record<string, unknown> = {}, type = "hostconfig:index:Host") => ({
  type,
  inputs: { hostId: 12, json, __provider: "text", ...more },
  outputs: { hostId: 12, name: "web1", json },
});

export interface Step {
  op: string;
  urn: string;
  oldState?: State;
  newState?: State;
}

/** What the provider finds where a refresh finds this. */
export function foundIn({ op, urn: of, oldState, newState }: Step): Finding {
  const [before, after] = [oldState, newState].map((state) => (state?.inputs?.json ?? {}) as JsonObject);
  const values = differences(before, after).map(({ path }) => ({
    path: ["json", ...path],
    before: valueAtPath(before, path),
    after: valueAtPath(after, path),
  }));
  return finding({ urn: of, gone: op === "delete", values: op === "update" ? values : [] });
}

export const step = (
  op: string,
  oldState?: State,
  newState?: State,
  more: Record<string, unknown> = {},
): Step => ({
  op,
  urn: urn("web1"),
  ...(oldState === undefined ? {} : { oldState }),
  ...(newState === undefined ? {} : { newState }),
  ...more,
});

export const printed = (digest: unknown, status = 0, findings: readonly Finding[] = []): Recorded => ({
  findings,
  status,
  stdout: JSON.stringify(digest),
  stderr: "",
});
