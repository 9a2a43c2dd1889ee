/** Gives a test run its one database engine, when the first project that needs it has a test to run. */
export default async function startTestDatabase() {
  if (process.env.MONGODB_URI) process.env.SLIPWAY_TEST_MONGODB_URI ??= process.env.MONGODB_URI;
}
