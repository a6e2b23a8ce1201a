/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // Most tests wait for a socket or a process, so every core can have a worker.
  maxWorkers: "100%",
  setupFiles: ["<rootDir>/test/fixedSeed.ts"],
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
};
