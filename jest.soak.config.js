const base = require("./jest.config.js");

/** The long runs, one file after the other: npm run test:soak */
/** @type {import("jest").Config} */
module.exports = {
  ...base,
  maxWorkers: 1,
  testMatch: ["<rootDir>/test/**/*.soak.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 600_000,
};
