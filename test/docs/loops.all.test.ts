import { asShown } from "../emulator";
import { openInstalledProject, type InstalledProject } from "../engine/installedProject";
import { runCommand } from "../engine/runCommand";
import { describeWith } from "../sdks/generatedSdk";
import { blocksOf, documents, isLoop } from "./documents";

jest.setTimeout(240_000);

const loops = documents().flatMap(blocksOf).filter(isLoop);
const tools = {
  name: "loops in the documentation",
  tools: [
    ["bash", "--version"],
    ["curl", "--version"],
    ["jq", "--version"],
  ],
} as const;

describe("a loop of the documentation", () => {
  it("is the one that is run here", () => {
    expect(loops.map(({ place }) => place.split(":")[0])).toEqual(["docs/command-line.md"]);
  });
});

describeWith(tools)("the loop that keeps every secret of an import in the configuration", () => {
  let project: InstalledProject;

  beforeAll(async () => {
    project = await openInstalledProject(asShown);
    const clientId = project.emulator.addClient();
    project.emulator.addHost({ clientId, name: "web1", json: { database: { password: "hunter2" } } });
    project.emulator.addHost({
      clientId,
      name: "web2",
      json: { "mail-box": [{ "api.key": 'quo"ted \\ and $HOME', port: 25 }], cache: true },
    });
    project.emulator.addGroup({ clientId, name: "shared", json: { smtp_password: "of the group" } });
  });

  afterAll(() => project.close());

  it("keeps each by its place, and none in plain text", async () => {
    const { folder, emulator, engine } = project;
    const env = {
      ...engine.env,
      HOSTCONFIG_BASE_URL: emulator.url,
      HOSTCONFIG_TOKEN: emulator.tokens.admin,
    };
    expect(await project.hostconfig("import")).toMatchObject({ status: 0 });
    expect(await project.pulumi("stack", "init", "dev")).toMatchObject({ status: 0 });
    for (const { text } of loops) {
      const { status, stderr } = await runCommand("bash", ["-euo", "pipefail", "-c", text], {
        cwd: folder,
        env,
        timeoutSeconds: 120,
      });
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    }
    const { stdout } = await project.pulumi("config", "get", "secrets");
    expect(JSON.parse(stdout)).toEqual({
      "GroupConfig 1 json.smtp_password": "of the group",
      "Host 1 json.database.password": "hunter2",
      'Host 2 json.mail-box[0]["api.key"]': 'quo"ted \\ and $HOME',
    });
    const { stdout: shown } = await project.pulumi("config", "--json");
    expect(shown).not.toContain("hunter2");
  });
});
