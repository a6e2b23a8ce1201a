const { availableParallelism } = require("node:os");

/** The end of a test file's name says what the test needs. `scripts/test.ts` chooses among these. */
const kinds = ["unit", "engine", "all", "soak"];

/** @type {import("jest").Config} */
module.exports = {
  // Most tests wait for a socket, a process or the next read of a deployment, so there are more workers than cores.
  maxWorkers: availableParallelism() + 1,
  // Ends a test that hangs, even on a busy machine.
  testTimeout: 60_000,
  reporters: ["default", "<rootDir>/test/figures/figuresReporter.cjs"],
  projects: kinds.map(project),
};

function project(kind) {
  const isUnit = kind === "unit";
  return {
    displayName: kind,
    testEnvironment: "node",
    roots: ["<rootDir>/test"],
    testMatch: [`<rootDir>/test/**/*${isUnit ? "" : `.${kind}`}.test.ts`],
    testPathIgnorePatterns: isUnit ? [`\\.(${kinds.join("|")})\\.test\\.ts$`] : [],
    setupFiles: ["<rootDir>/test/fixedSeed.ts"],
    ...(isUnit ? {} : { globalSetup: "<rootDir>/test/engine/packForRun.ts" }),
    transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
    cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  };
}
