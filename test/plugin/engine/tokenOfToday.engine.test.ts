import { startEmulator, type Emulator } from "../../emulator";
import { openEngine, type Engine } from "../../engine/openEngine";
import { openYamlProject, type YamlProject } from "../../engine/yamlProject";
import { steps } from "../../steps";

jest.setTimeout(600_000);

describe("a token that is moved from the stack's configuration into the environment", () => {
  let emulator: Emulator;
  let engine: Engine;
  let project: YamlProject;
  const env: Record<string, string> = {};

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 0 });
    const hostId = emulator.addHost({ clientId: emulator.addClient(), name: "web", json: {} });
    emulator.addToken({ access: "admin", token: "the-configured-token" });
    engine = await openEngine();
    project = await openYamlProject({ engine, env });
    await project.declare({
      web: { type: "hostconfig:Host", properties: { hostId, json: { a: 1 }, deploy: { pollInterval: 1 } } },
    });
    await project.pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
    await project.pulumi("config", "set", "--secret", "hostconfig:token", "the-configured-token");
    const up = await project.up();
    expect({ ok: up.ok, output: up.ok ? "" : up.output }).toEqual({ ok: true, output: "" });
    emulator.expireToken("the-configured-token");
  });

  afterAll(async () => {
    await project.remove();
    await engine.close();
    await emulator.close();
  });

  const step = steps("step by step");

  step("stands encrypted with the provider in the state while it is in the configuration", async () => {
    const { output } = await project.pulumi("stack", "export");
    expect(output).toMatch(/"type": "pulumi:providers:hostconfig",[^]*"token": \{[^}]*"ciphertext"/);
    expect(output).not.toContain("the-configured-token");
  });

  step("does not count while it is in both, and the refusal says so", async () => {
    env.HOSTCONFIG_TOKEN = emulator.tokens.admin;
    const { ok, output } = await project.refresh();
    expect(ok).toBe(false);
    expect(output.replaceAll(/\s+/g, " ")).toContain(
      "HOSTCONFIG_TOKEN holds another one, which was not used, since the configuration comes first",
    );
  });

  step("counts from the first refresh on, although the state still holds the old one", async () => {
    await project.pulumi("config", "rm", "hostconfig:token");
    expect(await project.refresh()).toMatchObject({ ok: true, counts: { unchanged: 2 } });
  });

  step("is the one that is refused where it is wrong", async () => {
    env.HOSTCONFIG_TOKEN = "no-such-token";
    const { ok, output } = await project.refresh();
    expect(ok).toBe(false);
    expect(output).toContain("did not accept the token");
    expect(output).not.toContain("which was not used");
  });

  step("leaves the state with the next update", async () => {
    env.HOSTCONFIG_TOKEN = emulator.tokens.admin;
    expect(await project.up()).toMatchObject({ ok: true });
    const { output } = await project.pulumi("stack", "export");
    expect(output).toContain('"type": "pulumi:providers:hostconfig"');
    expect(output).not.toContain('"token"');
  });

  step("destroys, too", async () => {
    expect(await project.destroy()).toMatchObject({ ok: true, counts: { deleted: 2 } });
  });
});
