import { asShown, contrary, mixed, asMachineDescription } from "../emulator";
import { openCliBench, steering, type CliBench } from "./cliBench";

let bench: CliBench;

afterEach(() => bench.close());

/** Hosts in every state. */
async function openEstate(readings = asShown): Promise<Record<string, number>> {
  bench = await openCliBench({ readings });
  const { emulator, clock } = bench;
  const clientId = emulator.addClient();
  const other = emulator.addClient();
  const add = (name: string, owner = clientId) => emulator.addHost({ clientId: owner, name, json: {} });
  const ids = {
    good: add("good"),
    bad: add("bad"),
    canceled: add("canceled"),
    never: add("never", other),
    busy: add("busy"),
    importing: add("importing"),
  };
  emulator.scriptDeployment(ids.good, { seconds: 0 });
  emulator.startDeployment(ids.good, "Full Deploy");
  emulator.scriptDeployment(ids.bad, { seconds: 0, end: "error", output: ["one", "nginx: test failed"] });
  emulator.startDeployment(ids.bad);
  emulator.startDeployment(ids.canceled);
  emulator.cancelDeployment(ids.canceled);
  clock.advance(3 * 3_600_000);
  emulator.startDeployment(ids.busy);
  emulator.startImport(ids.importing, 60);
  return ids;
}

describe("status", () => {
  it("shows what is deployed, running and failed, and since when", async () => {
    await openEstate();
    const { status, stdout, stderr } = await bench.run(["status"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(`HOST       ID  CLIENT  STATUS          TYPE         SINCE
good       1   1       published       Full Deploy  3h ago
bad        2   1       error           deploy       3h ago
canceled   3   1       canceled        deploy       3h ago
never      4   2       never deployed  -            -
busy       5   1       running         deploy       now
importing  6   1       importing       -            now

6 hosts: 1 published, 1 running, 1 importing, 2 failed (bad, canceled), 1 never deployed
  bad: nginx: test failed
  canceled: it left no output.
`);
  });

  it.each([
    ["as the machine description", asMachineDescription],
    ["mixed", mixed],
    ["contrary", contrary],
  ])("tells the same states from a service of other readings: %s", async (_name, readings) => {
    await openEstate(readings);
    const { stdout } = await bench.run(["status", "--json"]);
    const { hosts } = JSON.parse(stdout) as { hosts: { name: string; state: string }[] };
    // The machine description knows no import: the host is then busy, or not, as the other fields say.
    const states = Object.fromEntries(hosts.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({ good: "published", bad: "failed", canceled: "failed", busy: "running" });
    expect(states.never).toBe("none");
  });

  it("tells since when from a Unix timestamp too", async () => {
    await openEstate({ ...asShown, deployAt: "unixSeconds" });
    const { stdout } = await bench.run(["status", "good"]);
    expect(stdout).toMatch(/^good .* 3h ago$/m);
  });

  it("gives programs the same as JSON, without the output of jobs", async () => {
    const ids = await openEstate();
    const { stdout } = await bench.run(["status", "bad", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      hosts: [
        {
          id: ids.bad,
          name: "bad",
          clientId: 1,
          state: "failed",
          status: "error",
          type: "deploy",
          finishedAt: expect.any(String) as string,
        },
      ],
    });
  });

  it.each([
    [["good"], ["good"]],
    [["2"], ["bad"]],
    [["2/never"], ["never"]],
    [
      ["busy", "good", "1"],
      ["good", "busy"],
    ],
    [["--client", "2"], ["never"]],
    [
      ["--search", "o"],
      ["good", "importing"],
    ],
  ])("chooses %j", async (choice, names) => {
    await openEstate();
    const { stdout } = await bench.run(["status", ...choice, "--json"]);
    const { hosts } = JSON.parse(stdout) as { hosts: { name: string }[] };
    expect(hosts.map(({ name }) => name)).toEqual(names);
  });

  it("of a name that no host has tells which have a similar one", async () => {
    await openEstate();
    const { status, stderr } = await bench.run(["status", "goo"]);
    expect(status).toBe(1);
    expect(stderr).toContain('has no host "goo"');
    expect(stderr).toContain("Hosts with such a name: 1 (1/good)");
  });

  it("of a name that two hosts have asks for more", async () => {
    await openEstate();
    bench.emulator.addHost({ clientId: 2, name: "good", json: {} });
    const { status, stderr } = await bench.run(["status", "good"]);
    expect(status).toBe(1);
    expect(stderr).toContain("Give the id, or client and name: 1 (1/good), 7 (2/good)");
  });

  it("exits with 3 for a failed deployment only where that is asked for", async () => {
    await openEstate();
    expect(await bench.run(["status", "bad"])).toMatchObject({ status: 0 });
    expect(await bench.run(["status", "bad", "--exit-status"])).toMatchObject({ status: 3 });
    expect(await bench.run(["status", "good", "busy", "--exit-status"])).toMatchObject({ status: 0 });
  });

  it("lets no text of the service steer the terminal", async () => {
    bench = await openCliBench();
    const { emulator } = bench;
    const evil = "a\u001b[2Jb\u009b31mc\u0007\u202ed\u001b]0;title\u0007";
    const id = emulator.addHost({ clientId: emulator.addClient(), name: evil, json: {} });
    emulator.scriptDeployment(id, { seconds: 0, end: "error", output: [`output ${evil}`] });
    emulator.startDeployment(id);
    for (const argv of [["status"], ["status", "--json"], ["status", "--search", "nobody"], ["reset", "1"]]) {
      const { stdout, stderr } = await bench.run(argv);
      expect(stdout + stderr).not.toMatch(steering);
    }
  });

  it("says once that it tries again while nobody answers", async () => {
    await openEstate();
    const { status, stderr } = await bench.run(["status"], {
      env: { HOSTCONFIG_BASE_URL: "http://127.0.0.1:1" },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Trying again: [^\n]*127\.0\.0\.1:1[^\n]*\nError: /);
    expect(stderr.match(/Trying again/g)).toHaveLength(1);
  });

  it("hides in the output of a job what looks like a secret of the host's configuration", async () => {
    bench = await openCliBench();
    const { emulator } = bench;
    const json = { database: { password: "hunter2-hunter2" } };
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json });
    emulator.scriptDeployment(id, { seconds: 0, end: "error", output: ["login hunter2-hunter2 failed"] });
    emulator.startDeployment(id);
    const { stdout } = await bench.run(["status"]);
    expect(stdout).toContain("web1: login [secret] failed");
  });

  it("hides one at which a long line is cut", async () => {
    bench = await openCliBench();
    const { emulator } = bench;
    const json = { password: "hunter2-hunter2" };
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json });
    emulator.scriptDeployment(id, {
      seconds: 0,
      end: "error",
      output: [`${"x".repeat(490)}${json.password}`],
    });
    emulator.startDeployment(id);
    const { stdout } = await bench.run(["status"]);
    expect(stdout).toContain("x[secret]");
    expect(stdout).not.toContain("hunter2");
  });
});

describe("status --watch", () => {
  const events = (stdout: string) =>
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; name: string; state?: string; line?: string });

  it("shows what starts, what it prints and how it ends, until Ctrl-C", async () => {
    bench = await openCliBench({ deploySeconds: 10, deployOutput: ["first", "second", "third", "last"] });
    const { emulator } = bench;
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    const stop = new AbortController();
    bench.onSleep((count) => {
      if (count === 2) emulator.startDeployment(id);
      if (count === 7) stop.abort(new Error("Ctrl-C"));
    });
    const { status, stdout } = await bench.run(["status", "--watch"], { signal: stop.signal });
    expect(status).toBe(0);
    expect(stdout.slice(stdout.indexOf("Watching"))).toBe(`Watching; Ctrl-C ends it.
    6s  web1: running (deploy)
   12s  web1: first
   12s  web1: second
   15s  web1: third
   18s  web1: last
   18s  web1: published (deploy) after 12s or more
1 host: 1 published
`);
  });

  it("gives programs one event a line", async () => {
    bench = await openCliBench({ deploySeconds: 5, deployOutput: ["only"] });
    const { emulator } = bench;
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    emulator.startDeployment(id);
    const { status, stdout } = await bench.run(["status", "--wait", "--json"]);
    expect(status).toBe(0);
    expect(events(stdout)).toMatchObject([
      { event: "host", name: "web1", state: "running" },
      { event: "output", name: "web1", line: "only" },
      { event: "changed", name: "web1", state: "published" },
    ]);
  });

  it("--wait ends at once where nothing runs, and with 3 after a failure", async () => {
    bench = await openCliBench();
    const { emulator } = bench;
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    expect(await bench.run(["status", "--wait", "--exit-status"])).toMatchObject({ status: 0 });
    emulator.scriptDeployment(id, { seconds: 5, end: "error", output: [] });
    emulator.startDeployment(id);
    expect(await bench.run(["status", "--wait", "--exit-status"])).toMatchObject({ status: 3 });
  });

  it("--wait prints its sum once, whether something runs or not", async () => {
    await openEstate();
    const idle = await bench.run(["status", "good", "bad", "--wait"]);
    expect(idle.stdout.match(/^2 hosts: /gm)).toHaveLength(1);
    expect(idle.stdout).toContain("bad: nginx: test failed");
    const busy = await bench.run(["status", "busy", "--wait"]);
    expect(busy.stdout).toMatch(/1 host: 1 running\n[^]*\n1 host: 1 published\n$/);
  });

  it("--wait that is interrupted says so", async () => {
    bench = await openCliBench();
    const { emulator } = bench;
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    emulator.startDeployment(id);
    const stop = new AbortController();
    bench.onSleep(() => {
      stop.abort(new Error("Ctrl-C"));
    });
    const { status, stderr } = await bench.run(["status", "--wait"], { signal: stop.signal });
    expect({ status, stderr }).toEqual({ status: 130, stderr: "Interrupted.\n" });
  });

  it("goes on through an outage, and says so once", async () => {
    bench = await openCliBench({ deploySeconds: 30 });
    const { emulator } = bench;
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
    emulator.startDeployment(id);
    const match = { path: `/api/v1/hosts/${id}/deploy` };
    // The first look is the table's.
    const fault = { kind: "status", status: 503 } as const;
    emulator.faults.add({ match, at: "second", times: 2, fault });
    const { status, stdout, stderr } = await bench.run(["status", "--wait"], {
      env: { HOSTCONFIG_MAX_RETRIES: "0" },
    });
    expect(status).toBe(0);
    expect(stderr.match(/Trying again/g)).toHaveLength(1);
    expect(stdout).toContain("web1: published");
  });

  it("looks at many idle hosts by turns, and at a running one in every round", async () => {
    bench = await openCliBench({ deploySeconds: 30 });
    const { emulator } = bench;
    const clientId = emulator.addClient();
    for (let index = 0; index < 50; index += 1) emulator.addHost({ clientId, name: `web${index}`, json: {} });
    emulator.startDeployment(1);
    const rounds: number[] = [];
    bench.onSleep(() => {
      rounds.push(emulator.requestsTo({ path: /deploy$/ }).length);
    });
    await bench.run(["status", "--wait", "--interval", "5"]);
    const perRound = rounds.slice(1).map((count, index) => count - (rounds[index] ?? 0));
    expect(Math.max(...perRound.slice(1))).toBeLessThanOrEqual(21);
    expect(emulator.requestsTo({ path: "/api/v1/hosts/1/deploy" }).length).toBeGreaterThanOrEqual(7);
    expect(emulator.requestsTo({ path: "/api/v1/hosts/50/deploy" }).length).toBeGreaterThanOrEqual(2);
  });

  it("ends where there is no host to watch", async () => {
    await openEstate();
    bench.onSleep(() => {
      throw new Error("It waits for nothing.");
    });
    const run = await bench.run(["status", "--search", "nobody", "--watch"]);
    expect(run).toEqual({ status: 0, stdout: "No host was found.\n", stderr: "" });
  });

  it("goes on where the secrets of a host cannot be read for a while, and shows no output meanwhile", async () => {
    bench = await openCliBench({
      deploySeconds: 30,
      deployOutput: ["login hunter2-hunter2", "two", "three"],
    });
    const { emulator } = bench;
    const json = { database: { password: "hunter2-hunter2" } };
    const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", json });
    emulator.startDeployment(id);
    const match = { method: "GET", path: `/api/v1/hosts/${id}` };
    emulator.faults.add({ match, times: 1, fault: { kind: "status", status: 503 } });
    const { status, stdout, stderr } = await bench.run(["status", "--wait"], {
      env: { HOSTCONFIG_MAX_RETRIES: "0" },
    });
    expect(status).toBe(0);
    expect(stderr.match(/Trying again/g)).toHaveLength(1);
    expect(stdout).toContain("web1: login [secret]\n");
    expect(stdout).toContain("web1: two\n");
    expect(stdout).toContain("web1: published");
  });
});
