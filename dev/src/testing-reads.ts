/** Watches what services ask of their databases, for tests of how the database finds it. */
import mongoose from "mongoose";
import { testDatabase } from "@slipway/store/testing";

/** A read that a service has sent to its database. */
export interface WatchedRead {
  /** The service's own, which can explain the read. */
  readonly client: mongoose.mongo.MongoClient;
  readonly database: string;
  readonly command: mongoose.mongo.Document;
}

/** Options of a platform whose reads can be watched. */
export function watchable(testFileUrl: string): { mongodbUri: string } {
  const { uri } = testDatabase(testFileUrl);
  return { mongodbUri: `${uri}${uri.includes("?") ? "&" : "?"}monitorCommands=true` };
}

/** Notes every read that the services of this process, on a `watchable` database, send from now on. */
export function watchReads(): WatchedRead[] {
  return watchCommands(["find", "aggregate", "count", "distinct"]);
}

/** Notes every command of these names that they send from now on. */
export function watchCommands(names: readonly string[]): WatchedRead[] {
  const noted: WatchedRead[] = [];
  for (const client of clients())
    client.on("commandStarted", ({ commandName, databaseName: database, command }) => {
      if (names.includes(commandName)) noted.push({ client, database, command });
    });
  return noted;
}

/** Answers how many commands to databases of this name's end were under way together, at most, from now on. */
export function watchTogether(databaseEnd: string): () => number {
  const underWay = new Set<number>();
  let most = 0;
  for (const client of clients()) {
    client.on("commandStarted", ({ databaseName, requestId }) => {
      if (!databaseName.endsWith(databaseEnd)) return;
      underWay.add(requestId);
      most = Math.max(most, underWay.size);
    });
    client.on("commandSucceeded", ({ requestId }) => underWay.delete(requestId));
    client.on("commandFailed", ({ requestId }) => underWay.delete(requestId));
  }
  return () => most;
}

/** Notes how many bytes of documents each of their reads brings from now on, by database. */
export function watchBytes(): { readonly database: string; readonly bytes: number }[] {
  const noted: { database: string; bytes: number }[] = [];
  for (const client of clients())
    client.on("commandSucceeded", ({ databaseName: database, reply }) => {
      const { cursor } = reply as {
        cursor?: Partial<Record<"firstBatch" | "nextBatch", object[]>>;
      };
      const documents = cursor?.firstBatch ?? cursor?.nextBatch ?? [];
      const sizes = documents.map((document) => mongoose.mongo.BSON.calculateObjectSize(document));
      noted.push({ database, bytes: sizes.reduce((sum, size) => sum + size, 0) });
    });
  return noted;
}

/**
 * Not by `readyState`: it says closed while a busy machine misses two heartbeats. What a service has
 * closed is not in mongoose's list, and mongoose's own first connection was never opened.
 */
function clients(): Set<mongoose.mongo.MongoClient> {
  const opened = mongoose.connections.filter(({ db }) => db !== undefined);
  return new Set(opened.map((connection) => connection.getClient()));
}

interface ServiceDatabase {
  readonly service: string;
  readonly db: mongoose.mongo.Db;
}

/** The databases of the services that run for this test file. */
export function databasesFor(testFileUrl: string): ServiceDatabase[] {
  const prefix = `${testDatabase(testFileUrl).name}-`;
  return mongoose.connections.flatMap(({ name, db }) =>
    db && name.startsWith(prefix) ? [{ service: name.slice(prefix.length), db }] : [],
  );
}

/** The stages by which the database would carry out a read, such as IXSCAN, FETCH, SORT. */
export async function stagesOf({ client, database, command }: WatchedRead): Promise<string[]> {
  const { lsid: _lsid, $db: _db, $readPreference: _preference, ...plain } = command;
  const explain = { explain: plain, verbosity: "queryPlanner" };
  return stagesIn(await client.db(database).command(explain));
}

function stagesIn(plan: unknown): string[] {
  if (typeof plan !== "object" || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]): string[] => {
    if (key === "rejectedPlans" || key === "command") return [];
    if (key === "stage" && typeof value === "string") return [value];
    return [...(key.startsWith("$") ? [key] : []), ...stagesIn(value)];
  });
}
