import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { goImportPath } from "../../provider/cli/import/go";
import { resourceNames } from "../../provider/cli/import/inventory";
import { secretPlaces } from "../../provider/config/secrets";
import { formatPropertyPath } from "../../provider/config/values";
import { languages } from "../../provider/plugin/schema/packageSchema";
import { mixed } from "../emulator";
import { openCliBench, type CliBench } from "./cliBench";

let bench: CliBench;

beforeEach(async () => {
  bench = await openCliBench({ readings: mixed });
  const { emulator } = bench;
  const clientId = emulator.addClient();
  emulator.addGroup({ clientId, name: "shared", json: { backups: { keep: 14 } } });
  emulator.addHost({
    clientId,
    name: "web1",
    json: { php: { version: "8.3" }, db: { password: "hunter2" } },
  });
  emulator.addHost({ clientId: emulator.addClient(), name: "web2", json: { cache: true } });
});

afterEach(() => bench.close());

/** A place in the folder `hosts`, which is made. */
const within = (name: string) => {
  mkdirSync(join(bench.folder, "hosts"), { recursive: true });
  return join(bench.folder, "hosts", name);
};
const read = (...path: string[]) => readFileSync(join(bench.folder, ...path), "utf8");

describe("import", () => {
  it("writes a program, the import file and what the project needs, and says what to do next", async () => {
    const { status, stdout, stderr } = await bench.run(["import", "--out", "hosts"]);
    expect(status).toBe(0);
    expect(readdirSync(join(bench.folder, "hosts")).sort()).toEqual(
      [".gitignore", "Pulumi.yaml", "import.json", "index.ts", "package.json", "tsconfig.json"].sort(),
    );
    expect(read("hosts", "index.ts")).toBe(`import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "pulumi-hostconfig/plugin";

new GroupConfig("shared", {
  groupId: 1,
  json: { backups: { keep: 14 } },
});

new Host("web1", {
  hostId: 1,
  json: { db: { password: pulumi.secret("hunter2") }, php: { version: "8.3" } },
});

new Host("web2", {
  hostId: 2,
  json: { cache: true },
});
`);
    expect(JSON.parse(read("hosts", "import.json"))).toEqual({
      resources: [
        { type: "hostconfig:index:GroupConfig", name: "shared", id: "1" },
        { type: "hostconfig:index:Host", name: "web1", id: "1" },
        { type: "hostconfig:index:Host", name: "web2", id: "2" },
      ],
    });
    expect(stdout).toContain("2 hosts and 1 group of http");
    expect(stdout).toMatch(/1\. Go to the project:\n +cd hosts\n/);
    expect(stdout).toContain("pulumi import --file import.json --generate-code=false --protect=false");
    expect(stdout.split("Next:")[1]).toMatch(
      /preview --expect-no-changes\n[^]* pulumi up\n[^]* pulumi refresh\n$/,
    );
    expect(stderr).toContain("1 value looks like a secret");
    expect(stderr).toContain("host 1 (web1): json.db.password");
    expect(stdout + stderr).not.toContain("hunter2");
    expect(bench.emulator.writes()).toEqual([]);
  });

  it.each([
    [["--client", "2"], ["Host web2"]],
    [
      ["--client", "1"],
      ["GroupConfig shared", "Host web1"],
    ],
    [
      ["--search", "web"],
      ["Host web1", "Host web2"],
    ],
    [["--search", "share"], ["GroupConfig shared"]],
    [
      ["--hosts", "web2,1"],
      ["Host web1", "Host web2"],
    ],
  ])("takes what %j chooses", async (choice, expected) => {
    await bench.run(["import", ...choice]);
    const { resources } = JSON.parse(read("import.json")) as { resources: { type: string; name: string }[] };
    expect(resources.map(({ type, name }) => `${type.replace("hostconfig:index:", "")} ${name}`)).toEqual(
      expected,
    );
  });

  it("ends its steps with the preview where nothing looks like a secret", async () => {
    const { stdout } = await bench.run(["import", "--hosts", "web2"]);
    expect(stdout).toMatch(/ pulumi preview --expect-no-changes\n$/);
  });

  it("says where nothing is found, and writes no file", async () => {
    const { status, stderr } = await bench.run(["import", "--search", "nobody"]);
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was found");
    expect(readdirSync(bench.folder)).toEqual([]);
  });

  it("writes over no program without --force", async () => {
    writeFileSync(join(bench.folder, "index.ts"), "// mine");
    const { status, stderr } = await bench.run(["import"]);
    expect(status).toBe(1);
    expect(stderr).toContain("index.ts is there already; nothing was written.");
    expect(stderr).toContain("`--out DIR`");
    expect(readdirSync(bench.folder)).toEqual(["index.ts"]);
    expect(await bench.run(["import", "--force"])).toMatchObject({ status: 0 });
    expect(read("index.ts")).toContain("new Host");
  });

  it.each([
    [
      "the folder",
      () => {
        writeFileSync(join(bench.folder, "hosts"), "");
      },
      "hosts",
      "EEXIST",
    ],
    [
      "a file in it",
      () => {
        symlinkSync("gone/index.ts", within("index.ts"));
      },
      "hosts/index.ts",
      "ENOENT",
    ],
    [
      "what is there",
      () => {
        mkdirSync(within("index.ts"));
      },
      "hosts/index.ts",
      "EISDIR",
    ],
  ])("says what cannot be written, and the way out, where it is %s", async (_, hinder, path, code) => {
    hinder();
    const { status, stderr } = await bench.run(["import", "--out", "hosts"]);
    expect(status).toBe(1);
    expect(stderr).toContain(`${path} cannot be written: `);
    expect(stderr).toContain(`${code}: `);
    expect(stderr).toContain("  → `--out DIR` writes into another folder.");
  });

  const modeOf = (...path: string[]) => statSync(join(bench.folder, ...path)).mode & 0o777;

  it.each(["typescript", "yaml", "python", "go"])(
    "nobody else can read a program in %s, or the folder made for it",
    async (language) => {
      const umask = process.umask(0);
      try {
        expect(await bench.run(["import", "--out", "hosts", "--language", language])).toMatchObject({
          status: 0,
        });
      } finally {
        process.umask(umask);
      }
      const holding = readdirSync(join(bench.folder, "hosts")).filter((name) =>
        read("hosts", name).includes("hunter2"),
      );
      expect(holding).toHaveLength(1);
      for (const name of [...holding, "import.json"])
        expect([name, modeOf("hosts", name)]).toEqual([name, 0o600]);
      expect(modeOf("hosts")).toBe(0o700);
    },
  );

  it("nobody else can read a program that is written over a file that everybody could", async () => {
    writeFileSync(within("index.ts"), "old", { mode: 0o644 });
    const open = openSync(within("index.ts"), "r");
    expect(await bench.run(["import", "--out", "hosts", "--force"])).toMatchObject({ status: 0 });
    expect(modeOf("hosts", "index.ts")).toBe(0o600);
    expect(read("hosts", "index.ts")).toContain("hunter2");
    // Who had the old file open reads the old file.
    expect(readFileSync(open, "utf8")).toBe("old");
    closeSync(open);
  });

  it("a symbolic link does not lead the program to another place", async () => {
    writeFileSync(join(bench.folder, "elsewhere.ts"), "old");
    symlinkSync("../elsewhere.ts", within("index.ts"));
    expect(await bench.run(["import", "--out", "hosts"])).toMatchObject({ status: 1 });
    expect(await bench.run(["import", "--out", "hosts", "--force"])).toMatchObject({ status: 0 });
    expect(read("elsewhere.ts")).toBe("old");
    expect(lstatSync(within("index.ts")).isSymbolicLink()).toBe(false);
    expect(readdirSync(join(bench.folder, "hosts")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("keeps the files of a project, and says what they lack", async () => {
    writeFileSync(join(bench.folder, "package.json"), "{}");
    writeFileSync(join(bench.folder, "Pulumi.yaml"), "name: mine\nruntime: nodejs\n");
    const { status, stdout } = await bench.run(["import"]);
    expect(status).toBe(0);
    expect(read("package.json")).toBe("{}");
    expect(stdout).toMatch(/kept +package\.json/);
    expect(stdout).toContain("Add to Pulumi.yaml:\n     plugins:\n");
  });

  it("lists with --dry-run everything that it had no room for, and writes nothing", async () => {
    const keys = Array.from({ length: 25 }, (_, index) => [`password_${index}`, "hunter2"]);
    bench.emulator.editHost(2, () => Object.fromEntries(keys) as Record<string, string>);
    const { stderr } = await bench.run(["import"]);
    const [, command = ""] =
      /and 6 more; the same command with (--dry-run --json) lists all/.exec(stderr) ?? [];
    writeFileSync(join(bench.folder, "index.ts"), "// mine");
    rmSync(join(bench.folder, "import.json"));
    const { status, stdout } = await bench.run(["import", ...command.split(" ")]);
    expect(status).toBe(0);
    const { probableSecrets, files } = JSON.parse(stdout) as {
      probableSecrets: unknown[];
      files: { result: string }[];
    };
    expect(probableSecrets).toHaveLength(26);
    expect(new Set(files.map(({ result }) => result))).toEqual(new Set(["planned"]));
    expect(read("index.ts")).toBe("// mine");
    expect(readdirSync(bench.folder)).not.toContain("import.json");
  });

  it.each(["typescript", "yaml", "python", "go"])(
    "keeps the import file out of the repository, and says that it is of use once: %s",
    async (language) => {
      const { stdout } = await bench.run(["import", "--language", language]);
      expect(read(".gitignore").split("\n")).toContain("import.json");
      expect(stdout).toMatch(
        /Delete import\.json, which has done its work and need not be committed:\n +rm import\.json\n/,
      );
    },
  );

  it("may be run again where nothing has changed meanwhile", async () => {
    await bench.run(["import"]);
    expect(await bench.run(["import"])).toMatchObject({ status: 0 });
  });

  it("says which folder it cannot write to", async () => {
    writeFileSync(join(bench.folder, "file"), "");
    const { status, stderr } = await bench.run(["import", "--out", "file"]);
    expect(status).toBe(1);
    expect(stderr).toContain(join(bench.folder, "file"));
  });

  it("names a project after its folder, as far as Pulumi allows", async () => {
    mkdirSync(join(bench.folder, "1 of our hösts"));
    await bench.run(["import", "--out", "1 of our hösts"]);
    expect(read("1 of our hösts", "Pulumi.yaml")).toContain("name: of-our-h-sts\n");
  });

  it.each([
    ["typescript", '{"a":{"__proto__":1}}', "json.a.__proto__"],
    ["yaml", '{"fn::secret":"x"}', 'json["fn::secret"]'],
    ["go", '{"a":[{"b":null}]}', "json.a[0].b"],
  ])("leaves out what %s cannot carry, and says what: %s", async (language, json, place) => {
    bench.emulator.editHost(2, () => JSON.parse(json) as { [key: string]: never });
    const { status, stdout } = await bench.run(["import", "--language", language, "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: 1,
      leftOut: [{ kind: "Host", id: 2, name: "web2", place }],
    });
    expect(read("import.json")).not.toContain("web2");
  });

  it.each(["typescript", "python", "go", "yaml"])(
    "writes what means something to the engine as it is carried there: %s",
    async (language) => {
      bench.emulator.editHost(2, () => ({
        "4dabf18193072939515e22adb298388d": "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        half: "\ud800",
      }));
      const { stdout } = await bench.run(["import", "--language", language, "--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ hosts: 2, leftOut: [] });
      const { files } = JSON.parse(stdout) as { files: { path: string }[] };
      const written = files.map(({ path }) => readFileSync(path, "utf8")).join("\n");
      expect(written).toContain(String.raw`hostconfig:text:\"4dabf18193072939515e22adb298388d\"`);
      expect(written).toContain(String.raw`hostconfig:text:\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"`);
      expect(written).toContain(String.raw`hostconfig:text:\"\\ud800\"`);
    },
  );

  it.each([
    { kind: "Host", path: "/api/v1/hosts/1", gone: { kind: "Host", id: 1, name: "web1" }, left: [1, 1] },
    {
      kind: "GroupConfig",
      path: "/api/v1/groups/1",
      gone: { kind: "GroupConfig", id: 1, name: "shared" },
      left: [2, 0],
    },
  ])(
    "leaves out a $kind that goes between the list and its read, and says so",
    async ({ path, gone, left }) => {
      bench.emulator.faults.add({
        match: { method: "GET", path },
        at: "every",
        fault: { kind: "status", status: 404, body: null },
      });
      const { status, stdout } = await bench.run(["import", "--json"]);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ hosts: left[0], groups: left[1], gone: [gone] });
      expect(read("import.json")).not.toContain(gone.name);
      const { stderr } = await bench.run(["import", "--force"]);
      expect(stderr).toContain(`1 (${gone.name}) is left out: it was listed, and could not be found`);
    },
  );

  it("does not take a read that failed otherwise for a record that is gone", async () => {
    bench.emulator.faults.add({
      match: { method: "GET", path: "/api/v1/hosts/1" },
      at: "every",
      fault: { kind: "status", status: 403, body: null },
    });
    expect(await bench.run(["import"])).toMatchObject({ status: 1 });
    expect(readdirSync(bench.folder)).toEqual([]);
  });

  it("tells programs everything as JSON", async () => {
    const { stdout } = await bench.run(["import", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: 2,
      groups: 1,
      folder: bench.folder,
      leftOut: [],
      probableSecrets: [{ kind: "Host", id: 1, name: "web1", path: "json.db.password" }],
    });
  });

  it("imports the SDK for Go from where the schema has it", () => {
    expect(goImportPath).toBe(languages.go.importBasePath);
  });
});

describe("names of resources", () => {
  const named = (...names: string[]) =>
    names.map((name, index) => ({ kind: "Host" as const, id: index + 1, name }));

  it.each([
    [
      ["web1.example.com", "web-2_b"],
      ["web1.example.com", "web-2_b"],
    ],
    [
      ["twin", "twin", "other"],
      ["twin-1", "twin-2", "other"],
    ],
    [
      ["Twin", "twin"],
      ["Twin-1", "twin-2"],
    ],
    [
      ["twin", "twin", "twin-2"],
      ["twin-1", "twin-2-host", "twin-2"],
    ],
    [["böse::name/x y"], ["b-se-name-x-y"]],
    [
      ["日本", "…"],
      ["host-1", "host-2"],
    ],
    [["pulumi"], ["pulumi-1"]],
  ])("of %j are %j", (names, expected) => {
    expect(resourceNames(named(...names))).toEqual(expected);
  });

  it("are each of one record only, and fit into a URN", () => {
    const record = fc.record({
      kind: fc.constantFrom("Host" as const, "GroupConfig" as const),
      name: fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("a", "A", "a-1", "a-2", "a-1-host", "host-3"),
      ),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const names = resourceNames(records.map((each, index) => ({ ...each, id: index + 1 })));
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(records.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
      }),
    );
  });
});

describe("what looks like a secret", () => {
  it.each([
    [{ db: { password: "x" } }, ["db.password"]],
    [{ dbPassword: "x", DB_PASS: "y", "admin-passwd": "z" }, ["dbPassword", "DB_PASS", "admin-passwd"]],
    [
      { tokens: ["a", "b"], apiKey: "k", private_key: "p", api_keys: ["q"] },
      ["tokens[0]", "tokens[1]", "apiKey", "private_key", "api_keys[0]"],
    ],
    [{ url: "mysql://shop:pw@db/shop", cert: "-----BEGIN RSA PRIVATE KEY-----\nx" }, ["url", "cert"]],
    [{ secrets: { mail: "x" } }, ["secrets.mail"]],
    [{ pin_token: 4711 }, ["pin_token"]],
    [
      {
        password_min_length: 12,
        token_lifetime: 60,
        compass: "n",
        keyboard: "de",
        password: "",
        url: "https://a.example.com/b@c",
      },
      [],
    ],
    [{ password: null, secret: true }, []],
  ])("%j", (json, places) => {
    expect(secretPlaces(json).map(formatPropertyPath)).toEqual(places);
  });
});
