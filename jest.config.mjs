const everyProject = {
  // Else it were in the folder for temporary files, which ends with the run.
  cacheDirectory: "<rootDir>/.tools/jest",
  // Node itself loads what is tested.
  runtime: "<rootDir>/scripts/test-runtime.mjs",
  testEnvironment: "<rootDir>/scripts/test-environment.mjs",
  transform: {},
  modulePathIgnorePatterns: ["<rootDir>/\\.tools/", "<rootDir>/\\.slipway/"],
  dependencyExtractor: "<rootDir>/scripts/test-imports.mjs",
  // Jest's own, and texts that tests read.
  moduleFileExtensions: ["js", "mjs", "cjs", "ts", "tsx", "json", "node", "md", "yaml", "yml"],
};
const withDatabase = {
  globalSetup: "<rootDir>/scripts/test-engine-setup.ts",
  globalTeardown: "<rootDir>/scripts/test-engine-teardown.ts",
};
/** Thousands of random cases against an oracle. */
const drawn = ["<rootDir>/simulation/", "-oracle\\.test\\.ts$"];

export default {
  watchman: false,
  cacheDirectory: everyProject.cacheDirectory,
  // Generous, because a loaded machine is no fault of the code: no test or hook has less. Jest knows one bound for all projects.
  testTimeout: 240_000,
  // A worker writes its compile cache when it exits: on a loaded machine half a second, Jest's own bound, is not enough.
  workerGracefulExitTimeout: 20_000,
  // More than two cores can run: about half of the time that files take is spent on real clocks of leases and fail-overs.
  maxWorkers: 4,
  testSequencer: "<rootDir>/scripts/test-sequencer.mjs",
  reporters: ["default", "<rootDir>/scripts/test-database-reporter.ts"],
  projects: [
    {
      ...everyProject,
      displayName: "rule",
      testMatch: ["<rootDir>/**/*.test.ts"],
      testPathIgnorePatterns: [
        "/node_modules/",
        "\\.(int|cost|e2e|browser|fault|chart)\\.test\\.ts$",
        ...drawn,
      ],
    },
    {
      ...everyProject,
      ...withDatabase,
      displayName: "simulation",
      testMatch: ["<rootDir>/simulation/**/*.test.ts", "<rootDir>/**/*-oracle.test.ts"],
    },
    {
      ...everyProject,
      ...withDatabase,
      displayName: "int",
      testMatch: ["<rootDir>/**/*.{int,cost}.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...drawn],
    },
    {
      ...everyProject,
      ...withDatabase,
      displayName: "e2e",
      testMatch: ["<rootDir>/**/*.e2e.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...drawn],
    },
    // Pages of the console in Chromium.
    {
      ...everyProject,
      ...withDatabase,
      displayName: "browser",
      testMatch: ["<rootDir>/**/*.browser.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...drawn],
    },
    // These tests kill processes and fail databases over at random moments, for minutes; no given answer may become false.
    {
      ...everyProject,
      ...withDatabase,
      displayName: "fault",
      testMatch: ["<rootDir>/**/*.fault.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...drawn],
    },
    // Needs Go: `npm run check:charts`.
    {
      ...everyProject,
      displayName: "chart",
      testMatch: ["<rootDir>/scripts/charts/*.chart.test.ts"],
    },
  ],
};
