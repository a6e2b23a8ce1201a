import type { ProgramResult } from "../../provider/cli/surroundings";
import { openCliBench, type CliBench, type CliRun } from "./cliBench";

/** For the tests of a file: runs a command of the command line beside an engine that says what was recorded. */
export function besideRecordedEngine(): (result: ProgramResult, ...argv: string[]) => Promise<CliRun> {
  let bench: CliBench;
  beforeAll(async () => {
    bench = await openCliBench();
  });
  afterAll(() => bench.close());
  return (result, ...argv) => bench.run(argv, { programs: { pulumi: () => result } });
}

export const urn = (name: string, type = "hostconfig:index:Host") =>
  `urn:pulumi:production::hosts::${type}::${name}`;

/** A resource as the engine prints it. */
export interface State {
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

export const host = (json: unknown, more: Record<string, unknown> = {}, type = "hostconfig:index:Host") => ({
  type,
  inputs: { hostId: 12, json, __provider: "text", ...more },
  outputs: { hostId: 12, name: "web1", json },
});

export const step = (op: string, oldState?: State, newState?: State, more: Record<string, unknown> = {}) => ({
  op,
  urn: urn("web1"),
  ...(oldState === undefined ? {} : { oldState }),
  ...(newState === undefined ? {} : { newState }),
  ...more,
});

export const printed = (digest: unknown, status = 0): ProgramResult => ({
  status,
  stdout: JSON.stringify(digest),
  stderr: "",
});
