const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

/** Prints the figures that the tests noted with figure.ts, after everything else. */
module.exports = class FiguresReporter {
  onRunStart() {
    this.folder = mkdtempSync(join(tmpdir(), "hostconfig-figures-"));
    this.file = join(this.folder, "figures.txt");
    writeFileSync(this.file, "");
    // Tests run in this process or in one that it starts, and find the file by this name.
    process.env.HOSTCONFIG_TEST_FIGURES = this.file;
  }

  onRunComplete() {
    const figures = readFileSync(this.file, "utf8");
    rmSync(this.folder, { recursive: true, force: true });
    if (figures !== "") process.stderr.write(`\nFigures:\n${figures.replace(/^(?=.)/gm, "  ")}`);
  }
};
