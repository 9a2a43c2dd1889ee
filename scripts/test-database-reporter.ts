/** Drops the databases of a green test file at once and says which a red one has left for a look. */
import { dropTestDatabases, testDatabaseName } from "../packages/store/src/testing.ts";

/** The part of Jest's own type that this needs. */
interface FileResult {
  testFilePath: string;
  numFailingTests: number;
  testExecError?: unknown;
}

const needsDatabase = /\.(int|cost|e2e|browser|fault)\.test\.ts$/;

export default class TestDatabaseReporter {
  readonly #kept: string[] = [];

  async onTestResult(
    _test: unknown,
    { testFilePath, numFailingTests, testExecError }: FileResult,
  ): Promise<void> {
    const uri = process.env.SLIPWAY_TEST_MONGODB_URI;
    if (uri === undefined || !needsDatabase.test(testFilePath)) return;
    if (numFailingTests > 0 || testExecError) this.#kept.push(testDatabaseName(testFilePath));
    else await dropTestDatabases(uri, testFilePath);
  }

  onRunComplete(): void {
    // The run's own engine is thrown away with all its databases.
    if (process.env.MONGODB_URI === undefined || this.#kept.length === 0) return;
    process.stderr.write(
      `Kept the databases of the failed files (names begin with):\n${this.#kept.join("\n")}\n`,
    );
  }
}
