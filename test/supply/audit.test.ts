import { audit } from "../../scripts/audit";
import { commandScript } from "../engine/commandScript";

const report = (total: number) => JSON.stringify({ metadata: { vulnerabilities: { total } } });

describe("the audit", () => {
  it("is clean where the registry knows no weakness", async () => {
    expect(await audit(commandScript(() => report(0)).run)).toEqual({ kind: "clean" });
  });

  it("hands on the report of a weakness", async () => {
    const { run } = commandScript(() => ({ status: 1, stdout: report(2) }));
    expect(await audit(run)).toEqual({ kind: "weak", report: report(2) });
  });

  it.each([
    ["an error of the registry's", '{ "message": "405 Method Not Allowed", "error": {} }'],
    ["no answer", ""],
  ])("tells that there was no answer, with %s", async (_, stdout) => {
    const { run } = commandScript(() => ({ status: 1, stdout, reason: "405 Method Not Allowed" }));
    expect(await audit(run)).toEqual({ kind: "unanswered", reason: "405 Method Not Allowed" });
  });

  it("asks about what is installed with the package, from the lock file", async () => {
    const { run, asked } = commandScript(() => report(0));
    await audit(run);
    expect(asked.map(({ line }) => line)).toEqual(["npm audit --omit=dev --package-lock-only --json"]);
  });
});
