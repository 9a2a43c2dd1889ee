import { watchDatabase } from "@slipway/metrics";
import mongoose, { type Connection } from "mongoose";
import {
  type DatabaseSettings,
  assertGuarantees,
  databaseOptions,
  requireFitUri,
} from "./database-options.ts";
import { requireFitServer } from "./server-kind.ts";
import { type PrimaryWatch, watchPrimary } from "./watch-primary.ts";

export interface Database extends PrimaryWatch {
  readonly connection: Connection;
  close(): Promise<void>;
}

/**
 * Opens one service's database. Every write waits for the journal of a majority, and every read shows
 * what a majority has, unless the read itself says otherwise. Throws `UnfitDatabase` for a URI or a
 * server with which that would not be so.
 * @param from who asks, in the server's logs and lists of operations, and its settings
 */
export async function openDatabase(
  uri: string,
  name: string,
  from: { service?: string; settings?: DatabaseSettings | undefined } = {},
): Promise<Database> {
  requireFitUri(uri);
  const appName = `slipway-${from.service ?? "tools"}`;
  const connection = await mongoose
    .createConnection(uri, { dbName: name, ...databaseOptions(appName, from.settings) })
    .asPromise();
  const client = connection.getClient();
  const watch = watchPrimary(client);
  try {
    assertGuarantees(client.options);
    await requireFitServer(connection, { isDirect: client.options.directConnection });
  } catch (error) {
    await connection.close();
    throw error;
  }
  const unwatch = watchDatabase(name, () => watch.isUp());
  return {
    connection,
    ...watch,
    close() {
      unwatch();
      return connection.close();
    },
  };
}

/** The database's own clock, in milliseconds; what its conditional writes compare with as $$NOW. */
export async function readDatabaseTime({ db }: Connection): Promise<number> {
  const [answer] = (await db?.aggregate([{ $documents: [{ now: "$$NOW" }] }]).toArray()) ?? [];
  return (answer as { now: Date }).now.getTime();
}
