import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commands } from "../../provider/cli/commandLine";
import { exitStatus } from "../../provider/cli/errors";
import { helpText } from "../../provider/cli/helpText";

const text = readFileSync(join(resolve(__dirname, "..", ".."), "docs", "command-line.md"), "utf8");

describe("docs/command-line.md", () => {
  it.each([undefined, ...commands])("shows the help as it is: %#", (command) => {
    expect(text).toContain(`\`\`\`text\n${helpText(command)}\`\`\``);
  });

  it("explains every exit status", () => {
    for (const status of Object.values(exitStatus))
      expect(text).toMatch(new RegExp(`^\\| ${status} +\\|`, "m"));
  });
});
