import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageSchema } from "../../provider/plugin/schema/packageSchema";
import { withProgress } from "../engine/progress";
import { describeWith, generateSdk } from "./generatedSdk";

/**
 * The SDK of a language whose compiler the tests do without: it is generated, and its classes are there.
 *
 * @param classes the files of the classes, by their names
 */
export function describeGenerated(
  language: "dotnet" | "java",
  classes: Readonly<Record<string, string>>,
): void {
  jest.setTimeout(600_000);

  describeWith({ name: language, tools: [["go", "version"]] })(`the generated SDK for ${language}`, () => {
    let folder: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `hostconfig-${language}-`));
      await withProgress(`Generating the SDK for ${language}`, () =>
        generateSdk(language, join(folder, "sdk")),
      );
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    it.each(Object.entries(classes))("has the class %s", (name, file) => {
      expect(readFileSync(join(folder, "sdk", file), "utf8")).toMatch(new RegExp(`class ${name}\\b`));
    });

    it.each(Object.entries(packageSchema().resources))(
      "has every input of %s, with what it means",
      (token, spec) => {
        const file = classes[token.replace("hostconfig:index:", "")] ?? "";
        // In .NET beside the class, in Java in a class of its own.
        const args = language === "java" ? file.replace(".java", "Args.java") : file;
        const text = readFileSync(join(folder, "sdk", args), "utf8");
        const missing = Object.keys(spec.inputProperties).filter((input) => !text.includes(`"${input}"`));
        expect(missing).toEqual([]);
        expect(text).toContain("The desired configuration");
      },
    );
  });
}
