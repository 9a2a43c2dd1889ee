const everyProject = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/scripts/strip-types.mjs" },
  setupFiles: ["<rootDir>/scripts/one-error-class.mjs"],
  modulePathIgnorePatterns: ["<rootDir>/\\.tools/", "<rootDir>/\\.slipway/"],
};
const withDatabase = {
  globalSetup: "<rootDir>/scripts/start-test-database.mjs",
  globalTeardown: "<rootDir>/scripts/stop-test-database.mjs",
};

export default {
  watchman: false,
  maxWorkers: 2,
  // Modules loaded through vm contexts are freed late; a worker that has grown is replaced between two files.
  workerIdleMemoryLimit: "1GB",
  projects: [
    {
      ...everyProject,
      displayName: "rule",
      testMatch: ["<rootDir>/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "\\.(int|e2e)\\.test\\.ts$"],
    },
    {
      ...everyProject,
      ...withDatabase,
      displayName: "int",
      testMatch: ["<rootDir>/**/*.int.test.ts"],
      testTimeout: 20_000,
    },
    {
      ...everyProject,
      ...withDatabase,
      displayName: "e2e",
      testMatch: ["<rootDir>/**/*.e2e.test.ts"],
      testTimeout: 60_000,
    },
  ],
};
