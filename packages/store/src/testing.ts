/** Databases for tests. `npm test` starts one engine for a whole run and says here where it is. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import mongoose from "mongoose";

export interface TestDatabase {
  readonly uri: string;
  /** This test file's own. A test of several services may append `_<service>` to it. */
  readonly name: string;
}

/**
 * `const { uri, name } = testDatabase(import.meta.url)`. Nobody needs to drop it: the test run drops what a green file
 * leaves and keeps, on an engine given by MONGODB_URI, what a red one leaves.
 */
export function testDatabase(testFileUrl: string): TestDatabase {
  const uri = process.env.SLIPWAY_TEST_MONGODB_URI;
  if (uri === undefined) throw new Error("This test needs a database: run it with `npm test`.");
  return { uri, name: testDatabaseName(fileURLToPath(testFileUrl)) };
}

/** Short enough for a suffix within MongoDB's 63 bytes, and unlike any other file's or run's. */
export function testDatabaseName(testFile: string): string {
  const run = process.env.SLIPWAY_TEST_RUN ?? "0";
  const slug = basename(testFile)
    .replace(/(\.(int|cost|e2e|fault))?\.test\.ts$/, "")
    .slice(0, 24);
  const hash = createHash("sha256").update(testFile).digest("hex").slice(0, 6);
  return `test_${run}_${slug}_${hash}`;
}

export async function dropTestDatabases(uri: string, testFile: string): Promise<void> {
  const prefix = testDatabaseName(testFile);
  const client = await new mongoose.mongo.MongoClient(uri).connect();
  try {
    const { databases } = await client.db("admin").admin().listDatabases({ nameOnly: true });
    const left = databases.filter(({ name }) => name.startsWith(prefix));
    await Promise.all(left.map(({ name }) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
}

/** A primary that has been replaced: its reads find nothing, until the driver leaves it at an acknowledged write. */
export function stalePrimary<D extends mongoose.mongo.Document>(
  collection: mongoose.mongo.Collection<D>,
): mongoose.mongo.Collection<D> {
  type Collection = mongoose.mongo.Collection<D>;
  let isStale = true;
  return new Proxy(collection, {
    get(successor, name) {
      if (name === "findOne")
        return (...[filter, options]: Parameters<Collection["findOne"]>) =>
          isStale ? Promise.resolve(null) : successor.findOne(filter ?? {}, options);
      if (name === "updateOne")
        return async (...given: Parameters<Collection["updateOne"]>) => {
          const acknowledged = await successor.updateOne(...given);
          isStale = false;
          return acknowledged;
        };
      return Reflect.get(successor, name) as unknown;
    },
  });
}
