import { startExactService, type ExactService } from "../exactService";
import { openEngine, type Engine } from "../engine/openEngine";
import { bothDoors, eitherDoor, counts, type DoorProgram } from "./door";
import { steps } from "../steps";

jest.setTimeout(600_000);

const held = '{"big":9007199254740993.0,"php":{"version":"8.3"},"far":[1e400]}';

describe.each(eitherDoor("commonjs"))("$name: numbers that no program can hold", (door) => {
  let service: ExactService;
  let engine: Engine;
  let program: DoorProgram;

  beforeAll(async () => {
    service = await startExactService(held);
    engine = await openEngine();
    program = await door.open({ engine, config: { baseUrl: service.url, token: "tok-en-of-the-service" } });
  });

  afterAll(async () => {
    await program.close();
    await engine.close();
    await service.close();
  });

  const declare = (version: string) =>
    program.declare(
      {
        web: {
          type: "Host",
          inputs: {
            hostId: 12,
            ownership: "declared",
            json: { php: { version } },
            deploy: { pollInterval: 1 },
          },
        },
      },
      { host: { function: "getHost", args: { hostId: 12 } } },
    );

  const step = steps("step by step");

  step("are saved as they were read, and shown as texts", async () => {
    await declare("8.4");
    expect(await program.up()).toMatchObject({ ok: true });
    expect(service.held.host).toBe(held.replace("8.3", "8.4"));
    const { outputs = {} } = (await program.resources()).find(({ type }) => type.endsWith(":Host")) ?? {};
    expect(JSON.stringify(outputs)).not.toMatch(/\u2063/);
    const { host } = await program.outputs({ showSecrets: true });
    expect(host).toMatchObject({ json: { big: "9007199254740993.0", far: ["1e400"] } });
  });

  step("are no drift for a resource that does not declare them", async () => {
    service.held.host = service.held.host.replace("9007199254740993.0", "9007199254740995");
    expect(await program.refresh()).toMatchObject({ ok: true });
    const up = await program.up();
    expect(counts(up)).toMatchObject({ unchanged: 2 });
    await declare("8.5");
    expect(await program.up()).toMatchObject({ ok: true });
    expect(service.held.host).toBe('{"big":9007199254740995,"php":{"version":"8.5"},"far":[1e400]}');
  });
});

const [dynamicResources] = bothDoors("esm");

describe("a program that gives them in a JSON text", () => {
  it("saves them once, and undoes a change in the last digit", async () => {
    const service = await startExactService(held);
    const engine = await openEngine();
    const config = { baseUrl: service.url, token: "tok-en-of-the-service" };
    const program = await dynamicResources?.open({ engine, config });
    const text = '{"big": 9007199254740993, "more": 18446744073709551615}';
    await program?.declare({
      web: {
        type: "Host",
        inputs: { hostId: 12, ownership: "declared", json: text, deploy: { pollInterval: 1 } },
      },
    });
    expect(await program?.up()).toMatchObject({ ok: true });
    const saved =
      '{"big":9007199254740993,"php":{"version":"8.3"},"far":[1e400],"more":18446744073709551615}';
    expect(service.held.host).toBe(saved);
    expect(await program?.refresh()).toMatchObject({ ok: true });
    expect(await program?.up()).toMatchObject({ ok: true });
    expect(service.saves).toHaveLength(1);
    service.held.host = saved.replace("993", "992");
    expect(await program?.refresh()).toMatchObject({ ok: true });
    expect(await program?.up()).toMatchObject({ ok: true });
    expect(service.held.host).toBe(saved);
    await program?.close();
    await engine.close();
    await service.close();
  });
});
