import { unknownTexts } from "../../provider/runtime/carriedText";
import type { JsonObject } from "../emulator";
import { Secret } from "./declaration";
import { eitherDoor, openScene, type Run, type Scene } from "./door";
import { steps } from "../steps";
import { isFull } from "../full";

jest.setTimeout(600_000);

const signatureKey = "4dabf18193072939515e22adb298388d";
const signatures = [
  "1b47061264138c4ac30d75fd1eb44270",
  "c44067f5952c0a294b673a41bacd8c17",
  "0def7320c3a5731c473e5ecbe6d01bc7",
  "5cf8f73096256a8f31e491e813e4eb8e",
  "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
  "nobody's",
];
/** Blinking, which the CLI itself never does. */
const blink = "\u001b[5m";
const directive = "<{%nope%}>";
const name = `web ${directive}${blink}\u202e1`;

/** What anybody may keep on the platform who can edit a host. */
const hostile = (salt: string): JsonObject => ({
  signatures: signatures.map((signature) => ({ [signatureKey]: signature, value: salt, urn: "a", id: "b" })),
  odd: { [signatureKey]: 1, nested: { [signatureKey]: { deep: salt } } },
  unknown: [...unknownTexts, salt],
  [`${directive}${blink}\u202e`]: `${directive}${salt}`,
  [`half \ud800`]: `${blink}half \ud800 ${salt}`,
  text: `line ${salt}\n${blink}${directive}\r\u202e`,
  autoload: { "App\\": `src/${salt}`, "": salt, 'say "hi"\\"': salt, "*": salt, "a\nb": salt, "[0].x": salt },
});

function expectHarmless({ output }: Run): void {
  expect(output).not.toMatch(/panic|goroutine|Unrecognized/);
  expect(output).not.toContain(blink);
  expect(output).not.toContain("\u202e");
  // The CLI's own colors are left.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(output.replace(/\u001b\[[\d;]*m/g, "")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
}

/** Of colors comes more that could mean something to a terminal. */
const colors = isFull ? (["always", "never"] as const) : (["always"] as const);

describe.each(eitherDoor("esm").flatMap((door) => colors.map((color) => ({ door, color }))))(
  "$door.name, --color $color: text that means something to the engine",
  ({ door, color }) => {
    let scene: Scene;
    let hostId: number;

    const program = (version: string, more: JsonObject = {}, ownership = "declared") => ({
      web: {
        type: "Host" as const,
        inputs: { hostId, ownership, json: { php: { version }, ...more }, deploy: { pollInterval: 1 } },
      },
    });

    beforeAll(async () => {
      scene = await openScene(door, { color });
      const clientId = scene.emulator.addClient();
      hostId = scene.emulator.addHost({ clientId, name, json: hostile("first") });
      await scene.declare(program("8.2"), { host: { function: "getHost", args: { hostId } } });
    });

    afterAll(() => scene.close());

    const run = async (action: "preview" | "up" | "refresh" | "destroy") => {
      const ran = await scene[action]();
      expectHarmless(ran);
      return ran;
    };

    const step = steps("step by step");

    step("is adopted and kept as it is", async () => {
      expect(await run("preview")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId).savedJson).toEqual({ ...hostile("first"), php: { version: "8.2" } });
      expect(await run("preview")).toMatchObject({ ok: true });
    });

    step("is read in a refresh when others change it", async () => {
      scene.emulator.editHost(hostId, (json) => ({ ...json, ...hostile("second") }));
      expect(await run("refresh")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId).savedJson).toEqual({
        ...hostile("second"),
        php: { version: "8.2" },
      });
    });

    step("is shown, and does not act, where a job prints it", async () => {
      await scene.declare(program("8.3"));
      scene.emulator.scriptDeployment(hostId, {
        seconds: 1,
        end: "error",
        output: [`${directive} lost?`, `${blink}colored\u202e`, "<{", "%nope%}>", "<{%"],
      });
      const up = await run("up");
      expect(up.ok).toBe(false);
      expect(up.output).toContain("<{\\u0025nope%}> lost?");
      expect(up.output).toContain("colored\\u202e");
      expect(up.output).toContain("web <{\\u0025nope%}>");
      expect(await run("refresh")).toMatchObject({ ok: true });
      expect(await run("preview")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
    });

    step("is compared key by key where the program declares such keys", async () => {
      const own = (salt: string): JsonObject => ({
        autoload: hostile(salt).autoload ?? null,
        text: hostile(salt).text ?? null,
        [directive]: directive,
      });
      await scene.declare(program("8.3", own("third")));
      expect(await run("preview")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId).savedJson).toMatchObject(own("third"));
      await scene.declare(program("8.3", own("fourth")));
      expect(await run("preview")).toMatchObject({ ok: true });
      scene.emulator.editHost(hostId, (json) => ({ ...json, autoload: { "App\\": "others" } }));
      expect(await run("refresh")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId).savedJson).toMatchObject(own("fourth"));
    });

    step("hides a secret under such a key, and where others repeat it", async () => {
      const secret = "hunter2<{%-password";
      const { output } = await declareSecret(new Secret(secret));
      expect(output).not.toContain("-password");
      scene.emulator.editHost(hostId, (json) => ({
        ...json,
        php: secret,
        theirs: `p=${encodeURIComponent(secret)}`,
      }));
      expect((await scene.drift()).stdout).not.toContain("-password");
      expect((await run("refresh")).output).not.toContain("-password");
      expect(await scene.written()).not.toContain("-password");
      expect(await run("up")).toMatchObject({ ok: true });
    });

    const declareSecret = async (secret: Secret): Promise<Run> => {
      const json = { php: { version: "8.3" }, [directive]: secret };
      await scene.declare({
        web: { type: "Host", inputs: { hostId, ownership: "declared", json, deploy: { pollInterval: 1 } } },
      });
      const [preview, up] = [await run("preview"), await run("up")];
      expect(up.ok).toBe(true);
      return { ok: true, output: preview.output + up.output };
    };

    step("is removed by a program that owns the whole, and restored by nobody", async () => {
      await scene.declare(program("8.3", {}, "whole"));
      expect(await run("preview")).toMatchObject({ ok: true });
      expect(await run("up")).toMatchObject({ ok: true });
      expect(scene.emulator.host(hostId).savedJson).toEqual({ php: { version: "8.3" } });
      scene.emulator.editHost(hostId, (json) => ({ ...json, ...hostile("fifth") }));
      expect(await run("refresh")).toMatchObject({ ok: true });
      expect(await run("preview")).toMatchObject({ ok: true });
      expect(await run("destroy")).toMatchObject({ ok: true });
    });

    step("is shown in the errors of checks and functions", async () => {
      const inputs = { hostId, json: { [directive]: blink }, clientId: 1, name };
      await scene.declare({ web: { type: "Host", inputs } });
      const preview = await run("preview");
      expect(preview.ok).toBe(false);
      // Not in the program, of which Pulumi's YAML prints a faulty line as it is.
      scene.emulator.faults.add({
        match: { method: "GET", path: `/api/v1/hosts/${hostId}` },
        at: "every",
        fault: { kind: "status", status: 422, body: { error: `${directive}${blink}\u202e` } },
      });
      await scene.declare({}, { host: { function: "getHost", args: { hostId } } });
      const up = await run("up");
      expect(up.ok).toBe(false);
      expect(up.output).toContain("<{\\u0025nope%}>");
    });
  },
);
