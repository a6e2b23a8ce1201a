import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { asShown, contrary, mixed, type Readings } from "../emulator";
import { counts } from "../doors/door";
import { fromCommand } from "../doors/command";
import { builtProgram, describeWith, type Language } from "../sdks/generatedSdk";
import { golang, python } from "../sdks/languages";
import { addEstate } from "./estateSample";
import { openInstalledProject, type ImportResult, type InstalledProject } from "../engine/installedProject";
import { steps } from "../steps";

jest.setTimeout(900_000);

interface Case {
  name: string;
  language: "yaml" | "typescript" | "python" | "go";
  readings: Readings;
  hosts: number;
  /** Puts a generated SDK into the folder. `pulumi package add` itself is not tested here. */
  addSdk?: (folder: string) => Promise<void>;
}

function describeEstate(
  describeCase: jest.Describe,
  { name, language, readings, hosts, addSdk }: Case,
): void {
  describeCase(`an estate of ${hosts} hosts in ${name}`, () => {
    let project: InstalledProject;

    beforeAll(async () => {
      project = await openInstalledProject(readings);
      addEstate(project.emulator, hosts);
      await addSdk?.(project.folder);
    });

    afterAll(() => project.close());

    const step = steps("is imported and managed");

    step("previews no change once the printed steps were followed", async () => {
      const { status, stdout, stderr } = await project.hostconfig("import", "--language", language, "--json");
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      const result = JSON.parse(stdout) as ImportResult;
      expect(result).toMatchObject({ hosts, groups: 3 });
      expect(result.next.slice(-3).map(({ command }) => command)).toEqual([
        "pulumi preview --expect-no-changes",
        "pulumi up",
        "pulumi refresh",
      ]);
      const refresh = await project.follow(result);
      expect(refresh?.stdout).toMatch(new RegExp(`${hosts + 3 + 1} unchanged`));
      expect(project.emulator.writes()).toEqual([]);
    });

    step("has nothing to do in another update, and writes nothing to the service", async () => {
      const up = await project.pulumi("up", "--yes", "--skip-preview");
      expect(counts(fromCommand(up))).toEqual({ unchanged: hosts + 3 + 1 });
      expect(project.emulator.writes()).toEqual([]);
    });

    step("keeps what looks like a secret out of the state from then on", async () => {
      const { stdout } = await project.pulumi("stack", "export");
      expect(stdout).toContain("host5.example.com");
      expect(stdout).not.toContain("hunter2");
      expect(stdout).not.toContain("second-key-value");
    });
  });
}

const withSdk = (language: Language, add: (built: string, folder: string) => Promise<void>) => {
  return async (folder: string) => add(await builtProgram(language), folder);
};

describeEstate(describe, { name: "YAML", language: "yaml", readings: asShown, hosts: 200 });
describeEstate(describe, { name: "TypeScript", language: "typescript", readings: contrary, hosts: 6 });
describeEstate(describeWith(python), {
  name: "Python, with the SDK of `npm run sdk:generate`",
  language: "python",
  readings: mixed,
  hosts: 6,
  addSdk: withSdk(python, (built, folder) => symlink(join(built, "venv"), join(folder, "venv"))),
});
describeEstate(describeWith(golang), {
  name: "Go, with the SDK of `npm run sdk:generate`",
  language: "go",
  readings: asShown,
  hosts: 6,
  addSdk: withSdk(golang, async (built, folder) => {
    for (const file of ["go.mod", "go.sum"]) await cp(join(built, file), join(folder, file));
    await symlink(join(built, "sdk"), join(folder, "sdk"));
  }),
});
