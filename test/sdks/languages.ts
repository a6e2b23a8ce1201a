import { join } from "node:path";
import { must, type Language } from "./generatedSdk";

const interpreter = (folder: string) => join(folder, "venv", "bin", "python");

export const python: Language = {
  name: "python",
  tools: [
    ["python3", "--version"],
    ["go", "version"],
  ],
  build: async (folder) => {
    await must("python3", ["-m", "venv", join(folder, "venv")]);
    const needed = ["-r", join(folder, "requirements.txt"), join(folder, "sdk")];
    await must(interpreter(folder), ["-m", "pip", "install", ...needed]);
  },
  command: (folder) => [interpreter(folder), join(folder, "program.py")],
};

export const golang: Language = {
  name: "go",
  tools: [["go", "version"]],
  build: (folder) => must("go", ["build", "-buildvcs=false", "-o", "program", "."], { cwd: folder }),
  command: (folder) => [join(folder, "program")],
};
