import { collapsedMessages } from "../../provider/cli/changes/changesReport";
import {
  finding,
  foundIn,
  host,
  printed,
  recorded,
  step,
  urn,
  type Recorded,
  type Step,
} from "./recordedPreview";
import { openCliBench, steering, type CliBench } from "./cliBench";

let bench: CliBench;
let asked: (readonly string[])[];

beforeAll(async () => {
  bench = await openCliBench();
});
beforeEach(() => {
  asked = [];
});
afterAll(() => bench.close());

const run = (result: Recorded | undefined, ...argv: string[]) =>
  bench.run(argv, {
    programs:
      result === undefined
        ? {}
        : {
            pulumi: (args, env) => {
              asked.push(args);
              return recorded(result)(args, env);
            },
          },
  });

const drifted = (...steps: Step[]) => printed({ steps }, 0, steps.map(foundIn));

describe("drift", () => {
  it("asks for a preview of a refresh of the stack, and ends with 0 where nothing differs", async () => {
    const same = host({ php: "8.3" });
    const result = await run(drifted(step("refresh", same, same)), "drift", "--stack", "production");
    expect(result).toMatchObject({ status: 0, stdout: "Nothing was changed by hand: 1 resource compared\n" });
    expect(asked).toEqual([
      ["refresh", "--preview-only", "--json", "--non-interactive", "--stack", "production"],
    ]);
  });

  it("names resource, host, key, both values and who owns it, and ends with 3", async () => {
    const result = await run(
      drifted(step("update", host({ php: { version: "8.3" } }), host({ php: { version: "7.4" } }))),
      "drift",
    );
    expect(result.status).toBe(3);
    expect(result.stdout).toContain(
      [
        "1 resource of hosts/production changed by hand",
        "",
        "Host 12 (web1) was changed by hand",
        '  hosts/production, resource "web1", owns the whole configuration (ownership: whole)',
        '  json.php.version:  "8.3" → "7.4"',
      ].join("\n"),
    );
  });

  it.each(["hostconfig:index:Host", "pulumi-nodejs:dynamic/hostconfig:Host"])(
    "names a secret of a %s whose value changed beside another, and tells neither of its values",
    async (type) => {
      const state = (user: string) => host({ database: { user, password: "[secret]" } }, {}, type);
      const of = { ...step("refresh", state("shop"), state("shop")), urn: urn("web1", type) };
      const values = [
        { path: ["json", "database", "user"], before: "shop", after: "root" },
        { path: ["json", "database", "password"], before: "[secret]", after: "[secret]" },
      ];
      const result = await run(printed({ steps: [of] }, 0, [finding({ urn: of.urn, values })]), "drift");
      expect(result.status).toBe(3);
      expect(result.stdout).toContain('json.database.user:      "shop" → "root"');
      expect(result.stdout).toContain("json.database.password:  [secret] → [secret]");
    },
  );

  it("finds what its provider finds, also where a refresh has put it into the state already", async () => {
    const same = host({ php: "7.4" });
    const values = [{ path: ["json", "php"], before: "8.3", after: "7.4" }];
    const result = await run(
      printed({ steps: [step("refresh", same, same)] }, 0, [finding({ values })]),
      "drift",
    );
    expect(result).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('json.php:  "8.3" → "7.4"') as unknown,
    });
  });

  it("does not offer an update for a name that was changed on the platform", async () => {
    const same = host({ php: "8.3" });
    const values = [{ path: ["name"], before: "web1", after: "other" }];
    const steps = printed({ steps: [step("refresh", same, same)] }, 0, [finding({ values })]);
    const { status, stdout } = await run(steps, "drift");
    expect({ status, stdout }).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('name:  "web1" → "other"') as unknown,
    });
    expect(stdout).toContain("are changed on the platform only");
    expect(stdout).not.toContain("To undo it");
  });

  it("knows a resource that was renamed since by its id", async () => {
    const same = { ...host({ php: "7.4" }), id: "12" };
    const values = [{ path: ["json", "php"], before: "8.3", after: "7.4" }];
    const old = finding({ urn: "urn:pulumi:staging::hosts::hostconfig:index:Host::web1", values });
    const result = await run(printed({ steps: [step("refresh", same, same)] }, 0, [old]), "drift");
    expect(result.status).toBe(3);
    expect(result.stdout).toContain('hosts/production, resource "web1"');
  });

  it("fails where a provider does not report what it compared", async () => {
    const same = host({ php: "8.3" });
    for (const findings of [
      [],
      [finding({ operation: "diff" })],
      [finding({ id: "13", urn: urn("web2") })],
    ]) {
      const result = await run(printed({ steps: [step("refresh", same, same)] }, 0, findings), "drift");
      expect(result).toMatchObject({ status: 1, stdout: "" });
      expect(result.stderr).toContain(`The provider of ${urn("web1")} did not report what it found`);
    }
  });

  it("masks what looks like a secret in values that were added by hand", async () => {
    const added = { smtp: { api_key: "k-1234", hosts: [{ url: "smtp://me:hunter2@mail.example.com" }] } };
    const { stdout } = await run(drifted(step("update", host({}), host(added))), "drift", "--json");
    expect(stdout).not.toMatch(/k-1234|hunter2/);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [
        {
          resource: "web1",
          ownership: "whole",
          values: [{ path: "json.smtp", after: '{"api_key":"[secret]","hosts":[{"url":"[secret]"}]}' }],
        },
      ],
    });
  });

  it("reports a host that is gone, and the program's declared ownership", async () => {
    const result = await run(drifted(step("delete", host({}, { ownership: "declared" }))), "drift");
    expect(result.status).toBe(3);
    expect(result.stdout).toContain("Host 12 (web1) is gone from the platform");
    expect(result.stdout).toContain("owns the keys that it names (ownership: declared)");
  });

  it("lets no value act on a terminal, nor leave its place in Markdown", async () => {
    const nasty = "\u001b[2J\u202e`` | <script> @team\n# head";
    const steps = drifted(step("update", host({ motd: "hello" }), host({ motd: nasty })));
    const text = await run(steps, "drift");
    expect(text.stdout).not.toMatch(steering);
    const { stdout } = await run(steps, "drift", "--markdown");
    expect(stdout).not.toMatch(steering);
    const [row] = stdout.split("\n").filter((line) => line.includes("json.motd"));
    expect(row).toBe('| `json.motd` | `"hello"` | ```"\\u001b[2J\\u202e`` \\| <script> @team\\n# head"``` |');
  });

  it("names every resource in a comment of the size that GitHub takes, and the rest in the log", async () => {
    const many = Array.from({ length: 900 }, (_, index) => ({
      ...step("update", host({ motd: "a" }), host({ motd: "b".repeat(150) })),
      urn: urn(`web${index}`),
    }));
    const { stdout, stderr } = await run(drifted(...many), "drift", "--markdown");
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(65_536);
    expect(stdout).toContain("The log of the job holds the whole result");
    for (let index = 0; index < 900; index += 1) {
      expect(stdout).toContain(`; resource \`web${index}\`; 1 value\n`);
      expect(stderr).toContain(`resource "web${index}"`);
    }
    expect(stderr.match(/"b{150}"/g)).toHaveLength(900);
  });

  it.each([
    [undefined, "There is no `pulumi` on PATH."],
    [{ status: 255, stdout: "", stderr: "error: no stack named 'x' found" }, "no stack named 'x' found"],
    [{ status: 0, stdout: "no JSON", stderr: "" }, "printed something that is no preview"],
    [
      printed({ diagnostics: [{ severity: "error", message: "Host 12: the token is not accepted" }] }, 255),
      "the token is not accepted",
    ],
  ])("ends with 1 where it cannot tell: %j", async (result, message) => {
    const { status, stderr } = await run(result, "drift");
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as unknown });
  });

  it("tells the same refusal for 203 hosts once, and where to look", async () => {
    const refused = (id: number) => ({
      severity: "error",
      urn: urn(`web${id}`),
      message: `error: Preview failed: The service did not accept the token: GET /api/v1/hosts/${id} answered 401.\n`,
    });
    const ids = Array.from({ length: 203 }, (_, index) => index + 1);
    const result = printed(
      { diagnostics: [...ids.map(refused), { severity: "error", message: "error: preview failed\n" }] },
      1,
    );
    for (const command of [["drift"], ["preview", "--refresh"]]) {
      const { status, stderr } = await run(result, ...command, "--stack", "production");
      expect(status).toBe(1);
      expect(stderr).toMatch(
        / failed: The service did not accept the token: GET \/api\/v1\/hosts\/1 answered 401\.\n… and 202 more of this kind\.\n {2}→ `npx pulumi-hostconfig doctor --stack production` /,
      );
    }
    const { stdout } = await run(result, "drift", "--markdown");
    expect(stdout).toContain("… and 202 more of this kind.");
    expect(stdout).toContain("- `npx pulumi-hostconfig doctor`");
  });

  it("tells different causes apart", () => {
    expect(
      collapsedMessages([
        "Host 1 (web1): nginx failed",
        "Host 2 (web2): nginx failed",
        "Host 3 (web3): no room",
        "Host 1 (web1): nginx failed",
      ]),
    ).toEqual(["Host 1 (web1): nginx failed\n… and 1 more of this kind.", "Host 3 (web3): no room"]);
  });

  it("names the command that lists the stacks where there is none of the name", async () => {
    const result = await run(
      { status: 6, stdout: "", stderr: "error: no stack named 'nope' found" },
      "drift",
    );
    expect(result.stderr).toContain(
      "Error: `pulumi refresh --preview-only` failed: no stack named 'nope' found\n",
    );
    expect(result.stderr).toContain("→ `pulumi stack ls` lists the stacks");
  });

  it.each(["drift", "preview"])("of %s is refused where a configuration key is misspelt", async (command) => {
    const same = host({ php: "8.3" });
    const config = { "hostconfig:tokn": "x", "hosts:tokn": "y" };
    const result = await run(
      printed({ config, steps: [step("refresh", same, same)] }, 0, [finding()]),
      command,
    );
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain("did you mean hostconfig:token?");
  });

  it("names the resources in the order of their names", async () => {
    const named = (name: string) => ({
      ...step("update", host({ motd: "a" }), host({ motd: "b" })),
      urn: urn(name),
    });
    const { stdout } = await run(drifted(named("web10"), named("web2")), "drift");
    expect(stdout.match(/resource "\w+"/g)).toEqual(['resource "web2"', 'resource "web10"']);
  });

  it("fails where the stack holds no host and no group", async () => {
    const other = { ...step("refresh"), urn: urn("bucket", "aws:s3/bucket:Bucket") };
    const result = await run(drifted(other), "drift");
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain("The stack holds no host and no group, so that nothing was compared.");
    expect(result.stderr).toContain("→ `pulumi up`");
  });

  it("says how a lock that a killed run left is taken away", async () => {
    const stderr = "error: the stack is currently locked by 1 lock(s)";
    const result = await run({ status: 255, stdout: "", stderr }, "preview");
    expect(result.stderr).toContain("`pulumi cancel`");
  });
});

describe("preview", () => {
  it("shows what would change, tells warnings, and ends with 0", async () => {
    const result = await run(
      printed({
        steps: [step("update", host({ php: "8.3" }), host({ php: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }))],
        diagnostics: [{ severity: "warning", message: "warning: Host 12 (web1): a deployment is owed" }],
      }),
      "preview",
      "--refresh",
    );
    expect(asked).toEqual([["preview", "--refresh", "--json", "--non-interactive"]]);
    expect(result.status).toBe(0);
    expect(result.stdout).toContain('json.php:  "8.3" → known after the update');
    expect(result.stderr).toBe("Warning: Host 12 (web1): a deployment is owed\n");
  });

  it("shows each value of a host that comes under management, and not the stack itself", async () => {
    const { stdout } = await run(
      drifted(
        {
          op: "create",
          urn: urn("hosts-production", "pulumi:pulumi:Stack"),
          newState: { type: "pulumi:pulumi:Stack" },
        },
        step("create", undefined, { ...host({ php: { version: "8.3" }, cache: true }), outputs: {} }),
      ),
      "preview",
      "--markdown",
    );
    expect(stdout).toContain("### 1 resource of hosts/production would be changed");
    expect(stdout).toContain("#### `Host 12` comes under management");
    expect(stdout).toContain("| `json.cache` | – | `true` |");
    expect(stdout).toContain('| `json.php.version` | – | `"8.3"` |');
    expect(stdout).not.toContain("__provider");
  });

  it("writes a comment about the failure as well, so that no older one stands for it", async () => {
    const failed = printed({ diagnostics: [{ severity: "error", message: "web1: no such key" }] }, 255);
    const { status, stdout } = await run(failed, "preview", "--markdown");
    expect(status).toBe(1);
    expect(stdout).toContain("### The preview failed");
    expect(stdout).toContain("web1: no such key");
  });

  it("says what a program printed where that is the reason, and not everything that Pulumi printed", async () => {
    const diagnostics = [
      { severity: "info#err", message: 'Error: value "nobody" not found\n' },
      { severity: "info#err", message: "  on Pulumi.yaml line 18:\n" },
    ];
    const { stdout } = await run(
      printed({ steps: [step("same", host({}))], diagnostics }, 1),
      "preview",
      "--markdown",
    );
    expect(stdout).toContain('failed: Error: value "nobody" not found\non Pulumi.yaml line 18:\n```');
  });

  it("tells the same warning of a thousand hosts once to people, and all of them to programs", async () => {
    const warned = (id: number) => ({
      severity: "warning",
      urn: urn(`web${id}`),
      message: `warning: Host ${id} (web${id}): it stays on the platform, and its configuration as it is.`,
    });
    const diagnostics = Array.from({ length: 1000 }, (_, index) => warned(index + 1));
    const steps = [step("update", host({ motd: "a" }), host({ motd: "b" }))];
    const result = printed({ steps, diagnostics });
    const text = await run(result, "preview");
    expect(text.stderr).toBe(
      "Warning: Host 1 (web1): it stays on the platform, and its configuration as it is.\n… and 999 more of this kind.\n",
    );
    const { stdout } = await run(result, "preview", "--markdown");
    expect(stdout).toContain("json.motd");
    expect(stdout.length).toBeLessThan(2000);
    const { stdout: json } = await run(result, "preview", "--json");
    expect((JSON.parse(json) as { warnings: string[] }).warnings).toHaveLength(1000);
  });
});
