import { join } from "node:path";
import { must } from "./generatedSdk";
import { describeLife } from "./languageLife";

describeLife({
  name: "go",
  tools: [["go", "version"]],
  build: (folder) => must("go", ["build", "-buildvcs=false", "-o", "program", "."], { cwd: folder }),
  command: (folder) => [join(folder, "program")],
});
