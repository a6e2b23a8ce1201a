const { availableParallelism } = require("node:os");

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // Most tests wait for a socket, a process or the next look at a deployment, so there are more workers than cores.
  maxWorkers: availableParallelism() + 1,
  // A limit for what hangs, and none for a busy machine.
  testTimeout: 60_000,
  setupFiles: ["<rootDir>/test/fixedSeed.ts"],
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // The long runs have a configuration of their own: jest.soak.config.js
  testPathIgnorePatterns: ["/node_modules/", "\\.soak\\.test\\.ts$"],
  reporters: ["default", "<rootDir>/test/figures/figuresReporter.cjs"],
  transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
};
