/** A server on an engine of its own, which the tool can ask as well. */
import { join } from "node:path";
import { type Database, openDatabase } from "@slipway/dev/database";
import { type OwnServer as WithKey, withFolder, withServerIn } from "@slipway/dev/with-server";
import { MongoClient } from "mongodb";

export interface OwnServer extends WithKey {
  readonly urls: readonly string[];
  readonly engine: Database;
  /** Connected to the engine. */
  readonly client: MongoClient;
  readonly databasePrefix: string;
}

const databasePrefix = "own";
const quiet = { NODE_ENV: "production", LOG_LEVEL: "warn" };

/** Starts a server for this work, and removes it with its data. */
export function onOwnServer<Result>(
  env: Readonly<Record<string, string>>,
  work: (server: OwnServer) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (folder) => {
    const engine = await openDatabase({ directory: join(folder, "engine"), log: console.error });
    const client = new MongoClient(engine.uri);
    try {
      const own = { MONGODB_URI: engine.uri, DATABASE_PREFIX: databasePrefix };
      return await withServerIn(folder, { ...quiet, ...env, ...own }, (server) =>
        work({ ...server, urls: [server.url], engine, client, databasePrefix }),
      );
    } finally {
      await client.close();
      await engine.stop();
    }
  });
}
