import { bothDoors, type DoorProgram, type Run } from "../doors/door";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { figure } from "../figures/figure";
import { faultKinds, type FaultKind } from "./faultKinds";

jest.setTimeout(1_800_000);

/** The calls of an update, in their order. */
const calls = [
  { method: "GET", path: "/api/v1/hosts/{id}/deploy" },
  { method: "GET", path: "/api/v1/hosts/{id}" },
  { method: "POST", path: "/api/v1/hosts/{id}" },
  { method: "POST", path: "/api/v1/hosts/{id}/deploy" },
];

/** Every fault that comes over a socket that listens, each at another call than the one before it. */
const cells = faultKinds
  .filter(({ fault }) => fault("http://127.0.0.1:9") !== "refused")
  .flatMap((kind, index) =>
    calls
      .slice(index % calls.length)
      .slice(0, 1)
      .map((call) => ({ kind, call })),
  );

/** A part of the fault matrix once more, from a user's program through the real engine. */
describe.each(bothDoors("commonjs"))("$name: an update on the engine", (door) => {
  let emulator: Emulator;
  let otherOrigin: Emulator;
  let engine: Engine;
  let program: DoorProgram;
  let hostId: number;
  let version = 0;
  let passed = 0;

  const declare = () => {
    version += 1;
    return program.declare({
      web: { type: "Host", inputs: { hostId, json: { version }, deploy: { pollInterval: 1, timeout: 30 } } },
    });
  };

  beforeAll(async () => {
    [emulator, otherOrigin] = await Promise.all([startEmulator({ deploySeconds: 1 }), startEmulator()]);
    hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web", json: {} });
    engine = await openEngine();
    Object.assign(engine.env, { HOSTCONFIG_MAX_RETRIES: "1", HOSTCONFIG_REQUEST_TIMEOUT: "3" });
    program = await door.open({
      engine,
      config: { baseUrl: emulator.url, token: emulator.tokens.admin },
    });
    await declare();
    expect(await program.up()).toMatchObject({ ok: true });
  });

  afterAll(async () => {
    figure(`faults on the engine, ${door.name}`, `${passed} / ${cells.length} cells passed`);
    await program.close();
    await engine.close();
    await Promise.all([emulator.close(), otherOrigin.close()]);
  });

  it.each(cells.map(({ kind, call }) => [kind.name, call.method, call.path, kind, call] as const))(
    "%s at %s %s",
    async (_name, _method, _path, kind, call) => {
      await declare();
      const deployedBefore = emulator.host(hostId).deployments.length;
      const fault = kind.fault(otherOrigin.url);
      if (fault === "refused") throw new Error("cannot be had from the emulator");
      // A limit that never ends is waited for, for many minutes.
      const times = kind.name.startsWith("429") ? { times: 2 } : { at: "every" as const };
      const added = emulator.faults.add({ match: call, ...times, fault });
      const first = await program.up();
      added.remove();
      expect(problemsOf(first, kind)).toEqual([]);
      const second = await program.up();
      expect(second).toMatchObject({ ok: true });
      const { savedJson, deployedJson, deployments } = emulator.host(hostId);
      expect({ savedJson, deployedJson }).toEqual({ savedJson: { version }, deployedJson: { version } });
      expect(deployments.length - deployedBefore).toBe(1);
      expect(emulator.hostIds()).toEqual([hostId]);
      expect(otherOrigin.requests).toEqual([]);
      passed += 1;
    },
  );
});

/** A start without an answer is waited for, until the time is up. */
const saysTimeout = /Raise deploy\.timeout/;

/** What is wrong with how a run ended. */
function problemsOf({ ok, output }: Run, { says }: FaultKind): string[] {
  const words = output.replace(/\s+/g, " ");
  return [
    ...(ok || says.test(words) || saysTimeout.test(words)
      ? []
      : [`says neither the cause nor the way out: ${output}`]),
    ...(/^ +at .*\.[jt]s:\d+/m.test(output) ? [`shows a stack: ${output}`] : []),
  ];
}
