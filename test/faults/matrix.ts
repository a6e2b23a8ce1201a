import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";
import { figure } from "../figures/figure";
import { nameOf, problemsOf, rehearse, type Cell, type Rehearsal } from "./cell";
import { faultKinds } from "./faultKinds";
import { functionOperations } from "./functionOperations";
import { groupOperations } from "./groupOperations";
import { hostOperations } from "./hostOperations";
import type { Operation } from "./operation";

jest.setTimeout(600_000);

const operations = [...hostOperations, ...groupOperations, ...functionOperations];

/**
 * The fault matrix: every call of every operation, failing in every way, at the first, the second and every occurrence.
 * The operation either succeeds, or fails with an error that names the call and the way out; and then the next try
 * reaches what is declared, with no second host, no unneeded deployment and no configuration lost.
 *
 * @param subject the figure's name
 * @param every which cells to run: 1 for all, 31 for every 31st
 */
export function faultMatrix(subject: string, every: number, options: EmulatorOptions = {}): void {
  let otherOrigin: Emulator;
  let count = 0;
  let passed = 0;
  let position = 0;

  beforeAll(async () => {
    otherOrigin = await startEmulator();
  });

  afterAll(async () => {
    await otherOrigin.close();
    figure(subject, `${passed} / ${count} cells passed`);
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    "%s: whatever call fails, in whatever way",
    async (_name, operation) => {
      // Longer than a deployment has to make no progress before it may be reset.
      const service = { inactivitySeconds: 3600, ...options };
      const rehearsal = await rehearse(operation, service);
      const failures: string[] = [];
      for (const cell of cellsOf(operation, rehearsal)) {
        position += 1;
        if (position % every !== 0) continue;
        const problems = await problemsOf(cell, rehearsal, otherOrigin.url, service);
        count += 1;
        if (problems.length === 0) passed += 1;
        else failures.push(`${nameOf(cell)}: ${problems.join("; ")}`);
      }
      expect(failures).toEqual([]);
    },
  );

  it("sends nothing to the origin of a redirect", () => {
    expect(otherOrigin.requests).toEqual([]);
  });
}

function cellsOf(operation: Operation, { calls }: Rehearsal): Cell[] {
  return calls.flatMap((call) =>
    (["first", "second", "every"] as const)
      // What an operation does once cannot fail at the second time.
      .filter((at) => at !== "second" || call.count > 1)
      .flatMap((at) => faultKinds.map((kind) => ({ operation, call, at, kind }))),
  );
}
