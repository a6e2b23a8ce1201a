/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // Most tests wait for a socket or a process, so every core can have a worker.
  maxWorkers: "100%",
  setupFiles: ["<rootDir>/test/fixedSeed.ts"],
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // The long runs have a configuration of their own: jest.soak.config.js
  testPathIgnorePatterns: ["/node_modules/", "\\.soak\\.test\\.ts$"],
  reporters: ["default", "<rootDir>/test/figures/figuresReporter.cjs"],
  transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
};
