import type { Settings } from "@slipway/broker";
import { watchDatabase } from "@slipway/metrics";
import { isTracing } from "@slipway/telemetry";
import mongoose, { type Connection } from "mongoose";
import { assertGuarantees, databaseOptions, requireFitUri } from "./database-options.ts";
import { requireFitServer } from "./server-kind.ts";
import { watchCommands } from "./watch-commands.ts";
import { watchPool } from "./watch-pool.ts";
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
  from: { service?: string; settings?: Settings | undefined } = {},
): Promise<Database> {
  requireFitUri(uri);
  const appName = `slipway-${from.service ?? "tools"}`;
  const isTraced = isTracing();
  const options = {
    dbName: name,
    ...databaseOptions(appName, from.settings),
    ...(isTraced ? { monitorCommands: true } : {}),
  };
  const connection = mongoose.createConnection(uri, options);
  try {
    await connection.asPromise();
    const client = connection.getClient();
    if (isTraced) watchCommands(client);
    const pool = watchPool(client, name);
    const watch = watchPrimary(client, () => pool.primaryChanged());
    assertGuarantees(client.options);
    await requireFitServer(connection, { isDirect: client.options.directConnection });
    const unwatch = watchDatabase(name, () => watch.isUp());
    return {
      connection,
      ...watch,
      close() {
        unwatch();
        pool.unwatch();
        // `close` alone leaves it in the package's list of connections.
        return connection.destroy();
      },
    };
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** The database's own clock, in milliseconds; what its conditional writes compare with as $$NOW. */
export async function readDatabaseTime({ db }: Connection): Promise<number> {
  const [answer] = (await db?.aggregate([{ $documents: [{ now: "$$NOW" }] }]).toArray()) ?? [];
  return (answer as { now: Date }).now.getTime();
}
