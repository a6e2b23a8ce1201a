import type { LifecycleContext } from "../../../provider/resource/context";

import { hostLifecycle } from "../../../provider/resource/lifecycle";
import { errorOf } from "../platform";
import { withHost, withManagedHost, type HostBench } from "./hostBench";

const secrets = ["hunter2-password", "second line of a key", "yaml-token-123", "oneTimeCode99"];
const [password = "", keyLine = "", yamlToken = ""] = secrets;
const jsonAdmin = { database: { password }, key: `first line of a key\n${keyLine}`, number: 4711 };
const yamlAdmin = `api:\n  token: "${yamlToken}"\n`;
const talkative = ["begin", `password=${password}`, `-----\n${keyLine}`, `token ${yamlToken}`, "end"];

/** Everything that the user could have seen. */
function seen({ told }: HostBench, ...errors: Error[]): string {
  const messages = errors.flatMap((error) => [error.message, error.stack]);
  return [...told.status, ...told.info, ...told.warn, ...messages].join("\n");
}

describe("a job that prints secrets", () => {
  it("shows none of jsonAdmin while it runs", () =>
    withManagedHost({}, { json: {} }, async (bench, program) => {
      bench.emulator.scriptDeployment(program.hostId, { seconds: 60, output: talkative });
      await bench.host.up({ ...program, jsonAdmin });
      expect(bench.told.status.join("\n")).toContain("password=[secret]");
      expect(seen(bench)).not.toContain(password);
      expect(seen(bench)).not.toContain(keyLine);
    }));

  it("shows none of jsonAdmin in the error when it fails", () =>
    withManagedHost({}, { json: {} }, async (bench, program) => {
      bench.emulator.scriptDeployment(program.hostId, { seconds: 60, output: talkative, end: "error" });
      const error = await errorOf(bench.host.up({ ...program, jsonAdmin }));
      expect(error.message).toContain("password=[secret]");
      expect(seen(bench, error)).not.toContain(password);
    }));

  it("shows none of the jsonAdmin that was just replaced", () =>
    withManagedHost({}, { json: {}, jsonAdmin }, async (bench, program) => {
      bench.emulator.scriptDeployment(program.hostId, { seconds: 60, output: talkative, end: "error" });
      const error = await errorOf(bench.host.up({ ...program, jsonAdmin: { database: "other-password" } }));
      expect(seen(bench, error)).not.toContain(password);
    }));

  it("shows none of jsonAdmin and yamlAdmin of a host that is created", () =>
    withHost({ deployOutput: talkative, deploySeconds: 60 }, async (bench) => {
      const { host, clientId } = bench;
      await host.up({ name: "web1", clientId, json: {}, jsonAdmin, yamlAdmin, deploy: { onCreate: true } });
      expect(seen(bench)).toContain("token [secret]");
      expect(seen(bench)).not.toContain(yamlToken);
    }));

  it.each([
    { what: "cut in the middle", message: `${"x".repeat(290)}oneTimeCode99` },
    { what: "over two lines", message: "code oneTime\nCode99 is refused" },
    { what: "coloured in between", message: "code oneTime\u001b[31mCode99 is refused" },
  ])("shows nothing of a secret inside json that the service repeats $what", ({ message }) =>
    withManagedHost({}, { json: { code: "a" } }, async (bench, program) => {
      const words = ["oneTimeCode99", "oneTime\nCode99"];
      const redact = (text: string) => words.reduce((left, word) => left.replaceAll(word, "[secret]"), text);
      const refused = { kind: "status", status: 400, body: { error: message } } as const;
      bench.emulator.faults.add({ match: { method: "POST", path: "/api/v1/hosts/{id}" }, fault: refused });
      const up = bench.host.up({ ...program, json: { code: "oneTimeCode99" } }, { redact });
      const error = await errorOf(up);
      expect(error.message).toMatch(/answered 400/);
      expect(seen(bench, error)).not.toContain("oneTime");
    }),
  );

  it("shows none of what the door knows to be secret inside json", () =>
    withManagedHost({}, { json: { code: "oneTimeCode99" } }, async (bench, program) => {
      const redact = (text: string) => text.replaceAll("oneTimeCode99", "[secret]");
      bench.emulator.scriptDeployment(program.hostId, { output: ["code oneTimeCode99"], end: "error" });
      const error = await errorOf(
        bench.host.up({ ...program, json: { code: "oneTimeCode99", a: 1 } }, { redact }),
      );
      expect(seen(bench, error)).not.toContain("oneTimeCode99");
    }));

  it("shows none of jsonAdmin in what a destroy that restores says", () =>
    withManagedHost({}, { json: {}, jsonAdmin, onDestroy: "restore" }, async (bench, program) => {
      bench.emulator.scriptDeployment(program.hostId, { seconds: 60, output: talkative, end: "error" });
      expect(seen(bench, await errorOf(bench.host.destroy()))).not.toContain(password);
    }));
});

describe("a service that repeats a secret in an error", () => {
  it.each(["POST /api/v1/hosts/{id}", "POST /api/v1/hosts/{id}/deploy", "GET /api/v1/hosts/{id}/deploy"])(
    "of %s does not get it shown",
    (endpoint) =>
      withManagedHost({}, { json: {} }, async (bench, program) => {
        const [method = "", path = ""] = endpoint.split(" ");
        bench.emulator.faults.add({
          match: { method, path },
          at: "every",
          fault: { kind: "status", status: 400, body: { error: `no use for ${password}` } },
        });
        const error = await errorOf(bench.host.up({ ...program, jsonAdmin }));
        expect(error.message).toContain("no use for");
        expect(seen(bench, error)).not.toContain(password);
      }),
  );

  it("of the creation does not get it shown", () =>
    withHost({}, async (bench) => {
      bench.emulator.faults.add({
        match: { method: "POST" },
        fault: { kind: "status", status: 422, body: { errors: { yaml_admin: [`bad token ${yamlToken}`] } } },
      });
      const error = await errorOf(bench.host.up({ name: "a", clientId: 1, json: {}, jsonAdmin, yamlAdmin }));
      expect(error.message).toContain("bad token");
      expect(seen(bench, error)).not.toContain(yamlToken);
    }));
});

it("stand in the state only in outputs that are secret as a whole, or where the program put them", () =>
  withManagedHost({}, { json: { code: "oneTimeCode99" }, jsonAdmin }, async ({ host, emulator }, program) => {
    emulator.editHost(program.hostId, (held) => ({ ...held, drifted: 1 }));
    await host.refresh();
    const marked = ["json", ...hostLifecycle.secretOutputs];
    const open = Object.entries(host.outputs).filter(([key]) => !marked.includes(key));
    const text = JSON.stringify(Object.fromEntries(open));
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }));

it("of the admin level do not stand in what the state remembers of deployments", () =>
  withManagedHost({}, { json: {}, jsonAdmin }, async ({ host }) => {
    await Promise.resolve();
    expect(JSON.stringify(host.outputs.__state)).not.toContain(password);
  }));

it("never stand in a fingerprint, which is random", () =>
  withManagedHost({}, { json: { a: 1 } }, async ({ host, context }, program) => {
    let asked: number[] = [];
    const randomHex: LifecycleContext["randomHex"] = (bytes) => {
      asked = [...asked, bytes];
      return context.randomHex(bytes);
    };
    await host.up({ ...program, json: { a: 2 } }, { randomHex });
    expect(asked).toEqual([12]);
  }));
