import { asShown, mixed } from "../emulator";
import { openCliBench, type CliBench } from "./cliBench";

let bench: CliBench;
let id: number;

async function openStuck(readings = asShown): Promise<void> {
  bench = await openCliBench({ readings, deploySeconds: 600, deployOutput: ["first", "second", "third"] });
  const { emulator, clock } = bench;
  const clientId = emulator.addClient();
  const json = { admin_password: "hunter2-hunter2" };
  id = emulator.addHost({ clientId, name: "web1", json });
  emulator.scriptDeployment(id, { seconds: 600, output: ["one", "login hunter2-hunter2", "three"] });
  emulator.startDeployment(id, "Full Deploy");
  clock.advance(301_000);
  emulator.stallDeployment(id);
  emulator.clearRequests();
}

const resets = () => bench.emulator.writes().map(({ method, path }) => `${method} ${path}`);

afterEach(() => bench.close());

describe("reset", () => {
  it("says what it resets, asks, and resets", async () => {
    await openStuck();
    const { status, stdout, stderr } = await bench.run(["reset", "web1"], { answers: ["y"] });
    expect(status).toBe(0);
    expect(stderr).toBe(`Host ${id} (web1), client 1, at ${bench.emulator.url}
  status: running (Full Deploy)
  last output: login [secret]
A reset lets a new deployment start. It does not stop what the old one still does on the server.
Reset the deploy state of Host ${id} (web1)? [y/N] `);
    expect(stdout).toContain('the deploy state was reset; it is now "canceled".');
    expect(resets()).toEqual([`DELETE /api/v1/hosts/${id}/deploy`]);
  });

  it.each(["", "n", "no", "yeah"])("does nothing for the answer %j", async (answer) => {
    await openStuck();
    const { status, stdout } = await bench.run(["reset", "web1"], { answers: [answer] });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "Nothing was reset.\n" });
    expect(resets()).toEqual([]);
  });

  it("refuses without a terminal, and names the way", async () => {
    await openStuck();
    const { status, stderr } = await bench.run(["reset", "web1"]);
    expect(status).toBe(2);
    expect(stderr).toContain("There is no terminal to ask on, so nothing was reset.");
    expect(stderr).toContain(`\`npx pulumi-hostconfig reset ${id} --yes\``);
    expect(resets()).toEqual([]);
  });

  it("does not ask with --yes, and tells programs what it was and is", async () => {
    await openStuck(mixed);
    const { status, stdout, stderr } = await bench.run(["reset", String(id), "--yes", "--json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      reset: true,
      before: { id, state: "running" },
      // This service forgets the deployment.
      after: { id, state: "none" },
    });
  });

  it("has nothing to do where nothing runs, unless it is forced to", async () => {
    await openStuck();
    bench.emulator.finishDeployment(id);
    const idle = await bench.run(["reset", "web1"]);
    expect(idle).toMatchObject({ status: 0, stderr: "" });
    expect(idle.stdout).toContain("nothing to reset, no deployment is running (published)");
    expect(resets()).toEqual([]);
    expect(await bench.run(["reset", "web1", "--yes", "--force"])).toMatchObject({ status: 0 });
    expect(resets()).toHaveLength(1);
  });

  it("leaves an account import alone, unless it is forced to", async () => {
    await openStuck();
    bench.emulator.finishDeployment(id);
    bench.emulator.startImport(id, 60);
    const refused = await bench.run(["reset", "web1", "--yes"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("an account import is running, and that is no deployment");
    expect(refused.stderr).toContain(`status ${id} --wait`);
    expect(resets()).toEqual([]);
    expect(await bench.run(["reset", "web1", "--yes", "--force"])).toMatchObject({ status: 0 });
  });

  it("tells how to find out where the answer was lost", async () => {
    await openStuck();
    bench.emulator.faults.add({ match: { method: "DELETE" }, fault: { kind: "resetAfter" } });
    const { status, stderr } = await bench.run(["reset", "web1", "--yes"]);
    expect(status).toBe(1);
    expect(stderr).toContain("may have carried the request out");
    expect(stderr).toContain(`→ Whether it was reset, \`npx pulumi-hostconfig status ${id}\` tells.`);
    expect(resets()).toHaveLength(1);
  });

  it("does not say that nothing runs where it may not look", async () => {
    await openStuck();
    const fault = { kind: "status", status: 403 } as const;
    bench.emulator.faults.add({ match: { method: "GET", path: /deploy$/ }, at: "every", fault });
    const { status, stdout, stderr } = await bench.run(["reset", "web1", "--yes"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("the token may not see what runs on it");
    expect(resets()).toEqual([]);
    const forced = await bench.run(["reset", "web1", "--yes", "--force"]);
    expect(forced).toMatchObject({ status: 0 });
    expect(resets()).toHaveLength(1);
  });

  it("tells of the reset also where the look after it fails", async () => {
    await openStuck();
    const fault = { kind: "status", status: 500 } as const;
    bench.emulator.faults.add({ match: { method: "GET", path: /deploy$/ }, at: 2, times: 100, fault });
    const { status, stdout, stderr } = await bench.run(["reset", "web1", "--yes"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(
      `Host ${id} (web1): the deploy state was reset, and how it is now cannot be read: `,
    );
    expect(stderr).toContain(`status ${id}`);
    expect(resets()).toHaveLength(1);
  });
});
