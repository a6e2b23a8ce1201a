import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Gate, type JsonObject } from "../emulator";
import type { Declaration } from "../doors/declaration";
import { openScene, type Door, type Run, type Scene } from "../doors/door";
import { requestsOf, type Cell, type Operation } from "./cells";
import { familyOf, signal, untilGone, type Process } from "./processes";

/** What else is on every host, kept by others. */
const others: JsonObject = { owner: "marketing" };
/** A signal that a process lives through has reached it by then. */
const reactionMs = 400;

/** The program of one cell, and what it has to lead to. */
interface Task {
  readonly declaration: Declaration;
  readonly expected: JsonObject;
  readonly hostName: string;
}

/** A stack and a service on which one operation after the other is interrupted. */
export interface Bench {
  /** The requests of an operation that nobody interrupts. */
  rehearse(operation: Operation): Promise<string[]>;
  /** Interrupts one, goes on as a user would, and throws where anything is not as declared then. */
  interrupt(cell: Cell): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(door: Door): Promise<Bench> {
  const scene = await openScene(door, { deploySeconds: 3600 });
  const { emulator } = scene;
  const clientId = emulator.addClient();
  const kept = emulator.addHost({ clientId, name: "kept", json: { ...others, php: { version: "8.0" } } });
  // A deployment ends as soon as somebody has seen it running, so that every run makes the same requests.
  emulator.onRequest(
    { method: "GET", path: "/api/v1/hosts/{id}/deploy", moment: "ended" },
    ({ path, status }) => {
      const id = Number(path.split("/")[4]);
      if (status === 200 && emulator.host(id).status === "deploy") emulator.finishDeployment(id);
    },
  );

  let count = 0;
  const taskFor = (operation: Operation): Task => {
    count += 1;
    const json = { php: { version: `8.${count}` } };
    const rules = { json, ownership: "declared", deploy: { pollInterval: 1, onCreate: true } };
    const web = { type: "Host", inputs: { hostId: kept, ...rules } } as const;
    const name = `host${count}`;
    switch (operation) {
      case "update":
        return { declaration: { web }, expected: { ...others, ...json }, hostName: "kept" };
      case "create": {
        const made = { type: "Host", inputs: { name, clientId, ...rules } } as const;
        return { declaration: { [name]: made }, expected: json, hostName: name };
      }
      case "adopt": {
        const hostId = emulator.addHost({ clientId, name, json: { ...others, php: { version: "7.4" } } });
        const adopted = { type: "Host", inputs: { hostId, ...rules } } as const;
        return { declaration: { [name]: adopted }, expected: { ...others, ...json }, hostName: name };
      }
    }
  };
  const begin = async (operation: Operation): Promise<Task> => {
    if (operation === "update" && !(await namesInState(scene)).includes("web")) {
      await scene.declare(taskFor("update").declaration);
      demand(await scene.up(), "the first up");
    }
    const task = taskFor(operation);
    await scene.declare(task.declaration);
    emulator.clearRequests();
    return task;
  };

  return {
    rehearse: async (operation) => {
      const task = await begin(operation);
      demand(await scene.up(), "an up that nobody interrupts");
      const requests = emulator.requests.map(({ method, pattern }) => `${method} ${pattern ?? ""}`);
      await verify(scene, task);
      return requests;
    },
    interrupt: async (cell) => {
      const task = await begin(cell.operation);
      const { run, family } = await strike(scene, cell);
      try {
        await goOn(scene, task, run);
        // A process of our own ends; of the one that Pulumi runs dynamic resources in, only its work does.
        await untilGone(
          family.filter(({ command }) => command.includes("pulumi-resource-hostconfig")),
          60,
        );
        await verify(scene, task);
      } finally {
        // A CLI that is killed leaves the program's own process behind.
        for (const { pid } of family) signal(pid, "SIGKILL");
      }
    },
    close: () => scene.close(),
  };
}

/** Runs `pulumi up` and interrupts it at the cell's request. */
async function strike(scene: Scene, cell: Cell): Promise<{ run: Run; family: Process[] }> {
  const gate = new Gate();
  const fault = { kind: "hold", gate, after: cell.moment === "after" } as const;
  scene.emulator.faults.add({ at: cell.request, fault });
  const { ended: up, pid } = scene.startUp();
  const ended = up.then(() => undefined);
  try {
    const reached = await Promise.race([gate.reached.then(() => true), ended]);
    if (reached === undefined) throw new Error(`The request never came:\n${(await up).output}`);
    const family = await familyOf(pid ?? 0);
    const target = family.find(({ command }) => patterns[cell.target].test(command));
    if (target === undefined) throw new Error(`There is no process of the ${cell.target}.`);
    signal(target.pid, cell.signal === "SIGINT twice" ? "SIGINT" : cell.signal);
    if (cell.signal === "SIGINT twice") {
      await Promise.race([ended, sleep(reactionMs)]);
      signal(target.pid, "SIGINT");
    }
    // A killed CLI has ended at once; what it leaves behind gets the time to notice.
    const killed = cell.target === "cli" && cell.signal === "SIGKILL";
    await Promise.race([...(killed ? [] : [ended]), gate.deserted, sleep(reactionMs)]);
    gate.open();
    scene.emulator.faults.clear();
    return { run: await up, family };
  } finally {
    gate.open();
    await up;
  }
}

const patterns: Readonly<Record<Cell["target"], RegExp>> = {
  cli: /\/pulumi up /,
  provider: /pulumi-resource-/,
};

/** What a user does next: free the stack if it is locked, run `pulumi up` again, and do what an error says. */
async function goOn(scene: Scene, { declaration }: Task, interrupted: Run): Promise<void> {
  const writes = scene.emulator.writes().length;
  if ((await filesBelow(scene, "locks")).length > 0) demand(await scene.cancel(), "pulumi cancel");
  expect(scene.emulator.writes().slice(writes)).toEqual([]);
  let again = await scene.up();
  if (!again.ok && again.output.includes('ifExists: "adopt"')) {
    const adopting = Object.entries(declaration).map(([name, { type, inputs }]) => [
      name,
      { type, inputs: { ...inputs, ifExists: "adopt" } },
    ]);
    await scene.declare(Object.fromEntries(adopting) as Declaration);
    again = await scene.up();
  }
  demand(again, `the up after this one:\n${interrupted.output}\n--- it`);
}

/** The declared state is saved, deployed after the last save, recorded, and there once. */
async function verify(scene: Scene, { expected, hostName, declaration }: Task): Promise<void> {
  const { emulator } = scene;
  const ids = emulator.hostIds().filter((id) => emulator.host(id).name === hostName);
  expect(ids).toHaveLength(1);
  const [id = 0] = ids;
  // The configuration is another one in every cell: what is deployed was deployed after the last save.
  const { savedJson, deployedJson, status } = emulator.host(id);
  expect({ savedJson, deployedJson, status }).toEqual({
    savedJson: expected,
    deployedJson: expected,
    status: "published",
  });
  const state = await stateOf(scene);
  // Of a create that was killed Pulumi keeps a note until `pulumi refresh --clear-pending-creates`, and goes on.
  const pending = (state.pending_operations ?? []).filter(({ type }) => type !== "creating");
  expect(pending).toEqual([]);
  const ours = state.resources.filter(
    ({ type }) => type.includes("hostconfig:") && !type.startsWith("pulumi:"),
  );
  expect(ours).toMatchObject(
    Object.entries(declaration).map(([, { inputs }]) => ({
      id: String(id),
      outputs: { json: inputs["json"], deployment: { status: "published" } },
    })),
  );
  expect(ours.flatMap(({ initErrors = [] }) => initErrors)).toEqual([]);
}

interface State {
  readonly resources: readonly {
    readonly urn: string;
    readonly type: string;
    readonly id?: string;
    readonly outputs?: Readonly<Record<string, unknown>>;
    readonly initErrors?: readonly string[];
  }[];
  readonly pending_operations?: readonly { readonly type: string }[];
}

async function stateOf(scene: Scene): Promise<State> {
  const [file] = (await filesBelow(scene, "stacks")).filter((name) => name.endsWith("dev.json"));
  if (file === undefined) return { resources: [] };
  const { checkpoint } = JSON.parse(await readFile(file, "utf8")) as {
    checkpoint: { latest?: Partial<State> };
  };
  return { resources: [], ...checkpoint.latest };
}

async function namesInState(scene: Scene): Promise<string[]> {
  return (await stateOf(scene)).resources.map(({ urn }) => urn.split("::").at(-1) ?? "");
}

async function filesBelow({ stateFolder }: Scene, name: string): Promise<string[]> {
  const folder = join(stateFolder, ".pulumi", name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function demand({ ok, output }: Run, what: string): void {
  if (!ok) throw new Error(`${what} failed:\n${output}`);
}

/** Checks the table itself: an operation that nobody interrupts makes the requests of the table. */
export async function checkTable(bench: Bench, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    expect({ [operation]: await bench.rehearse(operation) }).toEqual({ [operation]: requestsOf[operation] });
  }
}
