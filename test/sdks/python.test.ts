import { join } from "node:path";
import { must } from "./generatedSdk";
import { describeLife } from "./languageLife";

const python = (folder: string) => join(folder, "venv", "bin", "python");

describeLife({
  name: "python",
  tools: [
    ["python3", "--version"],
    ["go", "version"],
  ],
  build: async (folder) => {
    await must("python3", ["-m", "venv", join(folder, "venv")]);
    await must(python(folder), [
      "-m",
      "pip",
      "install",
      "-r",
      join(folder, "requirements.txt"),
      join(folder, "sdk"),
    ]);
  },
  command: (folder) => [python(folder), join(folder, "program.py")],
});
